export { closeMonths } from "./close-months.ts";
export { type PartnerMonth, readMonths } from "./read.ts";
export { KIND, MOST, MOVED, type MovedRow } from "./store.ts";
