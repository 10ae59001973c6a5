import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import type { PublishedDocument } from "./published.ts";

const MAX_AGE_SECONDS = 300;
const EXAMPLE = { openapi: "3.1.1", info: { title: "salute", version: "0.1.0" }, paths: {} };

/**
 * The OpenAPI documents, as they are: not wrapped in `success`. `startedAt` is when this build began to serve, in
 * Unix ms.
 */
export function openApiRoutes(
  whole: PublishedDocument,
  transparency: PublishedDocument,
  startedAt: number,
): Operation[] {
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
      response: { mediaType, description: "An OpenAPI 3.1 document.", example: EXAMPLE },
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
