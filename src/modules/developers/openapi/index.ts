export { buildDocument } from "./build-document.ts";
export type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "./openapi.ts";
export { type PublishedDocument, publish, toYaml } from "./published.ts";
export { openApiRoutes } from "./routes.public.ts";
