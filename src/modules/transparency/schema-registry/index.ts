export { schemaRegistryRoutes } from "./routes.public.ts";
