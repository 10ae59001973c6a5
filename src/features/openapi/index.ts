export { buildDocument, type DocumentOptions } from "./build-document.ts";
export { toYaml } from "./published.ts";
export { openApiRoutes } from "./routes.public.ts";
