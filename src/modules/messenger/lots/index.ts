export { chooseGridSetup, chooseMissileLot, type LotHolder } from "./choose.ts";
export { lotSums } from "./invariants.ts";
export { addToLot, findOldestLot, takeFromLot } from "./store.ts";
