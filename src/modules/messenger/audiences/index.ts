export { factsOf, groupsOf, isInAudience, type Person, personOf, requireAudience } from "./membership.ts";
export { Audience, AudienceGroup, type AudienceGroupView, Key, NewAudienceGroup } from "./model.ts";
export { audienceAdminRoutes } from "./routes.operator.ts";
export { type AudienceFacts, type AudienceRule, type Condition, isTakenIn, shareOf } from "./rules.ts";
export { groupView, saveGroup } from "./save-group.ts";
export { AudienceSizes, membersOf } from "./size.ts";
export { findGroup, type GroupRow, listGroups, type MemberRow } from "./store.ts";
