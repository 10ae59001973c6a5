export { MemberBook } from "./member-book.ts";
export { memberAdminRoutes } from "./routes.admin.tsx";
export { memberRoutes } from "./routes.member.tsx";
export { memberOperatorRoutes } from "./routes.operator.ts";
export { signInRoutes } from "./routes.public.ts";
export { signInPage } from "./sign-in-page.tsx";
export { findPartnerName } from "./store.ts";
