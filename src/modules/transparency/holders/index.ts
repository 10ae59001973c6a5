export { holderPages } from "./routes.admin.tsx";
export { holderRoutes } from "./routes.public.ts";
