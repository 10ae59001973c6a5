export type { GameParts } from "./parts.ts";
export { addTurnover, forgetTotals, NO_TURNOVER, type Turnover } from "./store.ts";
export { type OnPaused, watchFirstReveal, watchSpin } from "./watch.ts";
