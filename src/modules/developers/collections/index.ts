export { collectionRoutes } from "./routes.public.ts";
