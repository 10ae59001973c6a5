export { leftToday, requireWithinLimit } from "./check-limit.ts";
export { asOf, NO_LIMIT, withLimit } from "./rules.ts";
export { findLimit, saveLimit } from "./store.ts";
