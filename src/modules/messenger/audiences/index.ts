export {
  gatherFacts,
  isInAudience,
  listMatchingGroups,
  type Person,
  requireAudience,
  toPerson,
} from "./membership.ts";
export { Audience, type AudienceGroupView, Key, MAX_IDS, NewAudienceGroup, RULE } from "./model.ts";
export { audienceAdminRoutes } from "./routes.operator.ts";
export { type AudienceFacts, type AudienceRule, rolloutPosition } from "./rules.ts";
export { groupView, setGroup } from "./set-group.ts";
export { AudienceSizes, streamMembers } from "./size.ts";
export { countPlayers, findGroup, listGroupKeys, listGroups } from "./store.ts";
