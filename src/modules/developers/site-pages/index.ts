export { crawlerRoutes } from "./routes.crawlers.ts";
export { siteRoutes } from "./routes.public.tsx";
