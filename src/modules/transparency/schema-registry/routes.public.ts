import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { SchemaRegistryDocument } from "./model.ts";
import { buildRegistry } from "./registry.ts";

const MAX_AGE_SECONDS = 60;

/** The registry of these documents and itself. @param startedAt start of the process, used as Last-Modified */
export function schemaRegistryRoutes(documents: readonly Operation[], startedAt: number): Operation[] {
  let answer: Cacheable | null = null;
  const route = readOperation({
    id: "getTransparencySchemas",
    method: "GET",
    path: "/transparency/audit-anomalies/schema-registry.json",
    group: "transparency",
    summary: "List the JSON Schemas of the transparency documents",
    description: "The schema of every document in this group, for programs that validate responses.",
    access: anyone(),
    response: SchemaRegistryDocument,
    validators: true,
    read: () => {
      answer ??= new Cacheable(buildRegistry([...documents, route]), startedAt, MAX_AGE_SECONDS);
      return answer;
    },
  });
  return [route];
}
