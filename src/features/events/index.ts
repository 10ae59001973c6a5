export { EVENT_CATALOGUE, EVENT_TYPES, type EventData, type EventType } from "./catalogue.ts";
export { type Emitted, emitEvent } from "./emit-event.ts";
export { type Audience, announceDue } from "./fan-out.ts";
export { deletePastEvents, findPastEvents, type Keeping } from "./store.ts";
