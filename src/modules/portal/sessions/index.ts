export { createMembers, HOME, type Members, PASSKEYS, SIGN_IN } from "./audience.tsx";
export { createMemberLink } from "./create-link.ts";
export { requirePartner } from "./known-partner.ts";
export { memberName } from "./member.ts";
export { MEMBER_COOKIE, startSession } from "./open-session.ts";
export { portalAdminRoutes } from "./routes.admin.tsx";
export { sessionRoutes } from "./routes.member.ts";
export { portalOperatorRoutes } from "./routes.operator.ts";
export { portalPartnerRoutes } from "./routes.partner.ts";
export { openingRoutes } from "./routes.public.tsx";
export { settingsRoutes } from "./routes.settings.tsx";
export { findSessionKey, hasScope, isStanding, type KeyFiles } from "./standing.ts";
export {
  countOpenLinks,
  deleteMembersLinks,
  deleteMembersSessions,
  findSession,
  purgePortal,
} from "./store.ts";
