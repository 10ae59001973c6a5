import { clientName, isStream, snakeCase } from "../../../../clients/generator/names.ts";
import type { Language } from "../../../pages/index.ts";
import { pythonText } from "../guide/index.ts";
import type { OpenApiDocument, Parameter } from "../openapi/index.ts";
import { type Endpoint, look } from "./look-up.ts";

interface ClientExample {
  label: string;
  language: Language;
  code: string;
}

const SANDBOX = "/api/partner/sandbox/";

/** Calls of a signed operation by the clients, with its example values; empty for operations that clients lack. */
export function clientExamples(document: OpenApiDocument, endpoint: Endpoint): ClientExample[] {
  const { operation } = liveTwin(document, endpoint);
  if (operation["x-key-mode"] === undefined || isStream(operation)) return [];
  const { resource, method } = clientName(operation.operationId);
  const inputs = Object.entries(inputsOf(document, endpoint));
  const key = intentKey(document, endpoint);
  const members = inputs.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ");
  const objects = [
    ...(members === "" ? [] : [`{ ${members} }`]),
    ...(key === null ? [] : [`{ idempotencyKey: ${JSON.stringify(key)} }`]),
  ];
  const named = [
    ...inputs.map(([name, value]) => `${name}=${pythonText(value)}`),
    ...(key === null ? [] : [`idempotency_key=${JSON.stringify(key)}`]),
  ];
  return [
    {
      label: "TypeScript",
      language: "typescript",
      code: `const answer = await salute.${resource}.${method}(${objects.join(", ")});`,
    },
    {
      label: "Python",
      language: "python",
      code: `answer = salute.${snakeCase(resource)}.${snakeCase(method)}(${named.join(", ")})`,
    },
  ];
}

/** Live counterpart of a sandbox operation: clients choose between the two by the key. */
function liveTwin(document: OpenApiDocument, endpoint: Endpoint): Endpoint {
  if (!endpoint.path.startsWith(SANDBOX)) return endpoint;
  const rest = endpoint.path.slice(SANDBOX.length);
  const path = rest.startsWith("salutes/") ? `/api/${rest}` : `/api/partner/${rest}`;
  const verb = endpoint.method.toLowerCase();
  const operation = Object.entries(document.paths[path] ?? {}).find(([each]) => each === verb)?.[1];
  return operation === undefined ? endpoint : { ...endpoint, path, operation };
}

/** An example of the operation's Idempotency-Key; null for operations without one. */
function intentKey(document: OpenApiDocument, { operation }: Endpoint): string | null {
  const header = (operation.parameters ?? [])
    .map((each) => look<Parameter>(document, each))
    .find(({ name, required }) => name === "Idempotency-Key" && required === true);
  return header === undefined ? null : String(header.example ?? header.name);
}

/** Required parameters and the example body's members. */
function inputsOf(document: OpenApiDocument, { operation }: Endpoint): Record<string, unknown> {
  const parameters = (operation.parameters ?? [])
    .map((each) => look<Parameter>(document, each))
    .filter((each) => each.in !== "header" && each.required === true)
    .map(({ name, example }) => [name, example ?? name]);
  const body = operation.requestBody?.content["application/json"]?.example;
  return { ...Object.fromEntries(parameters), ...(typeof body === "object" ? body : {}) };
}
