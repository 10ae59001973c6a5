import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { SchemaRegistryDocument } from "./model.ts";
import { registryOf } from "./registry.ts";

const MAX_AGE_SECONDS = 60;

/** The registry of these documents, itself included. @param startedAt the schemas are as old as the process */
export function schemaRegistryRoutes(documents: readonly Operation[], startedAt: number): Operation[] {
  let answer: Cacheable | null = null;
  const route = readOperation({
    id: "getTransparencySchemas",
    method: "GET",
    path: "/transparency/audit-anomalies/schema-registry.json",
    group: "transparency",
    summary: "List the JSON Schemas of the transparency documents",
    description: "What every document of this group holds, for programs that check what they read.",
    access: anyone(),
    response: SchemaRegistryDocument,
    validators: true,
    read: () => {
      answer ??= new Cacheable(registryOf([...documents, route]), startedAt, MAX_AGE_SECONDS);
      return answer;
    },
  });
  return [route];
}
