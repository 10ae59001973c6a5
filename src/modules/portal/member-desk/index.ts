export { MemberBook } from "./member-book.ts";
export { memberAdminRoutes } from "./routes.admin.tsx";
export { memberRoutes } from "./routes.member.tsx";
export { signInRoutes } from "./routes.public.tsx";
