export { type DeliveryState, REASON_TAGS, type ReasonTag, restingState, TRANSITIONS } from "./rules.ts";
export { type AttemptRow, type DeliveryRow, findDelivery, insertAttempt } from "./store.ts";
