export { leftToday, requireWithinLimit } from "./check-limit.ts";
export { NO_LIMIT, resolveLimit, withLimit } from "./rules.ts";
export { findLimit, upsertLimit } from "./store.ts";
