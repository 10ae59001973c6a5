export { EVENT_CATALOGUE, EVENT_TYPES, type EventData, type EventType } from "./catalogue.ts";
export { emitEvent } from "./emit-event.ts";
export { EVENT_PATTERNS, expandPattern, SUBSCRIBED } from "./event-filter.ts";
export { idOfEventUid } from "./event-uid.ts";
export { announceDue, fanOutLate } from "./fan-out.ts";
export { beginFeed, feedBeginning, parseSequence } from "./feed-beginning.ts";
export {
  beginFeedsAgain,
  EVENT_DATA,
  type FeedRow,
  feedFloor,
  findSequenceAt,
  listFeed,
  newestSequence,
} from "./feed-store.ts";
export { sampleData } from "./samples.ts";
export { DEAD_LETTER_DAYS, EVENT_DAYS, sweepPastEvents } from "./sweep-past-events.ts";
