export { closeMonths } from "./close-months.ts";
export { months } from "./invariants.ts";
export { type PartnerMonth, readMonths } from "./read.ts";
