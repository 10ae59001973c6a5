export { EVENT_CATALOGUE } from "./catalogue.ts";
export { emitEvent } from "./emit-event.ts";
export { purgeEvents } from "./store.ts";
