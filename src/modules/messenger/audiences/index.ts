export { factsOf, groupsOf, isInAudience, type Person, personOf, requireAudience } from "./membership.ts";
export { Audience, type AudienceGroupView, Key, NewAudienceGroup, RULE } from "./model.ts";
export { audienceAdminRoutes } from "./routes.operator.ts";
export { type AudienceFacts, type AudienceRule, rolloutPosition } from "./rules.ts";
export { groupView, saveGroup } from "./save-group.ts";
export { AudienceSizes, membersOf } from "./size.ts";
export { findGroup, listGroupKeys, listGroups } from "./store.ts";
