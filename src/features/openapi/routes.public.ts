import { anyone, Cacheable, type Operation, readOperation } from "../../http/operation.ts";
import { publish } from "./published.ts";

const MAX_AGE_SECONDS = 300;

/** What the document's own routes stand on. */
export interface OpenApiSource {
  /** Every operation of the build, these routes too: known only once all are put together. */
  operations: () => readonly Operation[];
  version: string;
  baseUrl: string;
  /** Unix milliseconds at which this process began to serve this build. */
  startedAt: number;
}

/** The OpenAPI documents, as they are: not wrapped in `success`. */
export function openApiRoutes({ operations, version, baseUrl, startedAt }: OpenApiSource): Operation[] {
  const whole = publish(operations, { part: "everything", version, baseUrl });
  const transparency = publish(operations, { part: "transparency", version, baseUrl });
  const document = (
    id: string,
    path: string,
    mediaType: string,
    summary: string,
    text: () => string | Promise<string>,
  ) =>
    readOperation({
      id,
      method: "GET",
      path,
      group: "docs",
      summary,
      access: anyone(),
      response: { mediaType, description: "An OpenAPI 3.1 document." },
      validators: true,
      read: async () => new Cacheable(await text(), startedAt, MAX_AGE_SECONDS),
    });
  return [
    document(
      "getOpenApiYaml",
      "/api/openapi.yaml",
      "application/yaml",
      "Every operation, as YAML",
      whole.yaml,
    ),
    document(
      "getOpenApiJson",
      "/api/openapi.json",
      "application/json",
      "Every operation, as JSON",
      whole.json,
    ),
    document(
      "getTransparencyOpenApiYaml",
      "/api/openapi-transparency.yaml",
      "application/yaml",
      "The transparency operations, as YAML",
      transparency.yaml,
    ),
  ];
}
