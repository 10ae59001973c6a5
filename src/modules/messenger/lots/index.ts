export { chooseGridSetup, chooseMissileLot } from "./choose.ts";
export { lotSums } from "./invariants.ts";
export { addToLot, findOldestLot, takeFromLot } from "./store.ts";
