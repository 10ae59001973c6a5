export { chooseGridSetup, chooseMissileLot } from "./choose.ts";
export { lotSums } from "./invariants.ts";
export { addToLot, findOldestLot, listHeldWheels, takeFromLot } from "./store.ts";
