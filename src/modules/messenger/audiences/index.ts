export {
  groupsOf,
  isInAudience,
  memberFacts,
  requireAudience,
  type Somebody,
  somebody,
} from "./audience.ts";
export {
  Audience,
  AudienceGroup,
  type AudienceGroupView,
  type AudienceRule,
  KEY_PATTERN,
  Key,
  NewAudienceGroup,
} from "./model.ts";
export { matches, shareOf } from "./rules.ts";
export { groupView, saveGroup } from "./save-group.ts";
export { AudienceSizes, countMembers, membersOf } from "./size.ts";
export { findGroup, type GroupRow, listGroups } from "./store.ts";
