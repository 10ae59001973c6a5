export type { GameParts } from "./parts.ts";
export { addFlow, type Flow, NO_FLOW } from "./store.ts";
export { type OnPaused, watchFirstReveal, watchSpin } from "./watch.ts";
