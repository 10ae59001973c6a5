export { memberPasskeyRoutes } from "./routes.member.tsx";
export { memberSignInRoutes } from "./routes.public.ts";
