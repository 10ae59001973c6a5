export { EVENT_CATALOGUE, EVENT_TYPES, type EventData, type EventType } from "./catalogue.ts";
export { emitEvent } from "./emit-event.ts";
export { idOfEventUid } from "./event-uid.ts";
export { announceDue } from "./fan-out.ts";
export { sweepPastEvents } from "./sweep-past-events.ts";
