export { changelogRoutes } from "./routes.public.tsx";
