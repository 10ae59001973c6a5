export { factsOf, groupsOf, isInAudience, type Person } from "./membership.ts";
export { type AudienceFacts, type AudienceRule, type Condition, isTakenIn, shareOf } from "./rules.ts";
export { findGroup, type GroupRow } from "./store.ts";
