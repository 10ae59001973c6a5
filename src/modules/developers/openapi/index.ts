export { DOCUMENT_FILES, type DocumentFile, EMBEDDED_BASE_URL, embeddedName } from "./embedded.ts";
export type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "./openapi.ts";
export { loadDocument, loadJson, type PublishedDocument, publish } from "./published.ts";
export { openApiRoutes } from "./routes.public.ts";
export { toYaml } from "./to-yaml.ts";
