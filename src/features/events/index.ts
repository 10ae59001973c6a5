export { EVENT_CATALOGUE, type EventType } from "./catalogue.ts";
export { emitEvent } from "./emit-event.ts";
export { purgeEvents } from "./store.ts";
