export { MINIAPP_PATHS } from "./paths.ts";
export { miniappRoutes } from "./routes.page.tsx";
