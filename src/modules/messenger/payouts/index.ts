export type { GameParts } from "./parts.ts";
export { addFlow, NO_FLOW } from "./store.ts";
export { type OnPaused, watchFirstReveal, watchSpin } from "./watch.ts";
