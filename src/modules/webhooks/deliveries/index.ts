export { type AttemptRow, listAttempts } from "./attempt-store.ts";
export { webhooksCheck } from "./check.ts";
export { countAround, countByState, countRevivable, countWaiting, tallyDeadLetters } from "./count-store.ts";
export { deadLetter } from "./dead-letter.ts";
export { HELD_DAYS } from "./expiry/expire-waiting.ts";
export { deliveryExpiry } from "./expiry/expiry-job.ts";
export { classifyError, TargetFault } from "./faults.ts";
export { deliveryAttempts, deliveryStates, dueDeliveries, eventFanout, eventSequence } from "./invariants.ts";
export { readLateness, readOldestDueAt } from "./lateness.ts";
export { deliveryMetrics } from "./metrics.ts";
export {
  type AttemptList,
  DeliveryHealth,
  DeliveryList,
  DeliveryPath,
  ListDeliveriesQuery,
  type OneDelivery,
} from "./model.ts";
export {
  DOCS_LINKS,
  deliveryView,
  LINKS,
  listDeliveries,
  readAttempts,
  readDelivery,
  readDeliveryHealth,
} from "./read.ts";
export { ReplayFilter, ReplayResult } from "./replays/model.ts";
export { replayAnyDelivery, replayDeliveries } from "./replays/replay.ts";
export { deliveryOperatorRoutes } from "./routes.operator.ts";
export { deliveryRoutes } from "./routes.partner.ts";
export { DELIVERY_STATES, DISCARDED_FOR, describeError, ROUND_REFUSAL_WORDS, restingState } from "./rules.ts";
export { Client } from "./sending/client.ts";
export { drain, drainNext } from "./sending/drain.ts";
export { DeliveryEngine } from "./sending/engine/engine.ts";
export {
  MASK,
  maskedHeaders,
  OWN_HEADERS,
  type OwnHeaders,
  readHeaderNames,
  writeHeaderNames,
} from "./sending/own-headers.ts";
export { type DeliveryParts, startDeliveries } from "./sending/run-deliveries.ts";
export { startDrain } from "./sending/run-drain.ts";
export { isPublicAddress, toHostname } from "./sending/targets.ts";
export { seedDeadLetter } from "./simulation/seed-dead-letter.ts";
export { Simulation, simulateDelivery } from "./simulation/simulate-delivery.ts";
export { type ListFilters, listHeldIds, listSimulatedDeliveries } from "./simulation/simulation-store.ts";
export { startRound } from "./start-round.ts";
export {
  type DeliveryRow,
  type DeliveryView,
  findAnyDelivery,
  findIdAt,
  findIdRange,
  listDeliveryViews,
  listReceivingPartners,
  markDiscarded,
  newestDeliveryId,
  resolveDeliveries,
} from "./store.ts";
export { switchWebhook } from "./switch-webhook.ts";
