export { siteRoutes } from "./routes.public.tsx";
