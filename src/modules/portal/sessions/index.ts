export { createMembers, HOME, type Members } from "./audience.tsx";
export { memberName } from "./member.ts";
export { portalAdminRoutes } from "./routes.admin.tsx";
export { sessionRoutes } from "./routes.member.ts";
export { portalOperatorRoutes } from "./routes.operator.ts";
export { portalPartnerRoutes } from "./routes.partner.ts";
export { openingRoutes } from "./routes.public.tsx";
export { settingsRoutes } from "./routes.settings.tsx";
export { purgePortal } from "./store.ts";
