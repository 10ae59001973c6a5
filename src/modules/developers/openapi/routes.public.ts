import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { PublishedDocument } from "./published.ts";

const MAX_AGE_SECONDS = 300;
const EXAMPLE = { openapi: "3.1.1", info: { title: "salute", version: VERSION }, paths: {} };

interface ServedDocument {
  id: string;
  path: string;
  mediaType: string;
  summary: string;
  text: () => string | Promise<string>;
}

/**
 * The OpenAPI documents as they are, not wrapped in `success`.
 * @param startedAt start of this process, in Unix milliseconds; the documents change only with the build
 */
export function openApiRoutes(
  { whole, partner, transparency }: Record<"whole" | "partner" | "transparency", PublishedDocument>,
  startedAt: number,
): Operation[] {
  const document = ({ id, path, mediaType, summary, text }: ServedDocument) =>
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
    document({
      id: "getOpenApiYaml",
      path: "/api/openapi.yaml",
      mediaType: "application/yaml",
      summary: "Every operation, as YAML",
      text: whole.yaml,
    }),
    document({
      id: "getOpenApiJson",
      path: "/api/openapi.json",
      mediaType: "application/json",
      summary: "Every operation, as JSON",
      text: whole.json,
    }),
    document({
      id: "getSwaggerJson",
      path: "/swagger/json",
      mediaType: "application/json",
      summary: "Every operation, as JSON, where users of Elysia look for it",
      text: whole.json,
    }),
    document({
      id: "getPartnerOpenApiYaml",
      path: "/api/openapi-partner.yaml",
      mediaType: "application/yaml",
      summary: "The operations for partners' keys, as YAML",
      text: partner.yaml,
    }),
    document({
      id: "getPartnerOpenApiJson",
      path: "/api/openapi-partner.json",
      mediaType: "application/json",
      summary: "The operations for partners' keys, as JSON",
      text: partner.json,
    }),
    document({
      id: "getTransparencyOpenApiYaml",
      path: "/api/openapi-transparency.yaml",
      mediaType: "application/yaml",
      summary: "The transparency operations, as YAML",
      text: transparency.yaml,
    }),
  ];
}
