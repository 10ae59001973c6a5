export { EVENT_CATALOGUE, EVENT_TYPES, type EventData, type EventType } from "./catalogue.ts";
export { emitEvent } from "./emit-event.ts";
export { announceDue } from "./fan-out.ts";
export { deletePastEvents, findPastEvents, type Keeping } from "./store.ts";
