import { isStream } from "../../../../clients/generator/names.ts";
import type { OpenApiDocument, Parameter } from "../openapi/index.ts";
import { type Endpoint, endpoints, look } from "../reference/index.ts";

/** A query parameter of a request; optional ones are there to be switched on. */
export interface CollectionQuery {
  name: string;
  value: string;
  isRequired: boolean;
}

/** A request of a collection. `{{name}}` stands for a variable of the environment. */
export interface CollectionRequest {
  name: string;
  method: string;
  /** Path without query. */
  path: string;
  query: readonly CollectionQuery[];
  /** JSON text; null for requests without a body. */
  body: string | null;
  description: string;
}

export interface CollectionFolder {
  name: string;
  description: string;
  requests: readonly CollectionRequest[];
}

/** The content of both collections. */
export interface Collection {
  version: string;
  folders: readonly CollectionFolder[];
  /** Values of the environment by name, without the secret. */
  environment: Readonly<Record<string, string>>;
}

/** Ids that every new sandbox has; the user, every development server too. */
const SEEDED = { user_id: "ext:demo-user", webhook_id: "1", event_id: "1" };

/** The signed operations by group, except for streams, which neither program reads. Ids in paths are variables. */
export function buildCollection(document: OpenApiDocument): Collection {
  const all = endpoints(document).filter(({ operation }) => !isStream(operation));
  const ids = new Map([...all.flatMap((endpoint) => pathIds(document, endpoint)), ...Object.entries(SEEDED)]);
  const requestOf = (endpoint: Endpoint) => readRequest(document, endpoint, ids);
  return {
    version: document.info.version,
    folders: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        requests: all.filter(({ operation }) => operation.tags.includes(name)).map(requestOf),
      }))
      .filter(({ requests }) => requests.length > 0),
    environment: {
      base_url: document.servers[0]?.url ?? "",
      key_id: "",
      ...Object.fromEntries(ids),
    },
  };
}

function pathIds(document: OpenApiDocument, endpoint: Endpoint): [name: string, example: string][] {
  return parametersOf(document, endpoint)
    .filter((each) => each.in === "path")
    .map(({ name, example }) => [name, String(example ?? name)]);
}

function parametersOf(document: OpenApiDocument, { operation }: Endpoint): Parameter[] {
  return (operation.parameters ?? []).map((each) => look<Parameter>(document, each));
}

function readRequest(
  document: OpenApiDocument,
  endpoint: Endpoint,
  ids: ReadonlyMap<string, string>,
): CollectionRequest {
  const { method, operation, path } = endpoint;
  const body = operation.requestBody?.content["application/json"]?.example;
  return {
    name: operation.summary,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, "{{$1}}"),
    query: parametersOf(document, endpoint)
      .filter((each) => each.in === "query")
      .map(({ name, example, required, schema }) => ({
        name,
        value: ids.has(name) ? `{{${name}}}` : String(example ?? schema.default ?? ""),
        isRequired: required === true,
      })),
    body: body === undefined ? null : JSON.stringify(withVariables(body, ids), null, 2),
    description: operation.description,
  };
}

/** The example body, whose ids are variables. */
function withVariables(body: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, ids.has(name) ? `{{${name}}}` : value]),
  );
}
