export { referenceRoutes } from "./routes.public.tsx";
