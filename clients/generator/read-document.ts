import { toDocumentedCode } from "../../src/http/answers/catalog.ts";
import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../../src/modules/developers/openapi/index.ts";
import { type ClientName, clientName, isStream, pascalCase, singular } from "./names.ts";

/** A type that exists in both languages. */
export type Type =
  | { kind: "text" | "number" | "integer" | "boolean" | "null" | "unknown" }
  | { kind: "literals"; values: readonly (string | number | boolean)[] }
  | { kind: "list"; of: Type }
  | { kind: "map"; of: Type }
  | { kind: "union"; of: readonly Type[] }
  | { kind: "named"; name: string };

export interface Field {
  name: string;
  type: Type;
  isRequired: boolean;
  description: string;
}

/** A named object shape. */
export interface Model {
  name: string;
  description: string;
  fields: readonly Field[];
}

export interface Input extends Field {
  place: "path" | "query" | "body";
}

/** One operation as a method. */
export interface Method extends ClientName {
  verb: string;
  path: string;
  /** Path for sandbox keys; null if there is none. */
  sandboxPath: string | null;
  isMutation: boolean;
  summary: string;
  inputs: readonly Input[];
  /** Name of the input type; null without inputs. */
  inputName: string | null;
  /** Null for text, such as CSV. */
  answer: string | null;
  /** For paged lists: the member with the rows, and the type of a row. */
  rows: { member: string; type: Type } | null;
}

export interface EventType {
  name: string;
  model: string;
  summary: string;
}

/** Input of the generators. */
export interface Api {
  models: readonly Model[];
  methods: readonly Method[];
  events: readonly EventType[];
  /** Error codes for partners, with their meanings. */
  errors: readonly { code: string; meaning: string }[];
}

/** Headers that the client sets itself, and parameters only for tools. */
const OWN_PARAMETERS = ["include_meta"];
const SANDBOX = "/api/partner/sandbox/";

/** Reads the operations for partner keys from the OpenAPI document. */
export function readApi(document: OpenApiDocument): Api {
  const models = new Models(document);
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
  const signed = endpoints.filter(
    ({ operation }) => operation["x-key-mode"] !== undefined && !isStream(operation),
  );
  const places = new Set(signed.map(({ verb, path }) => `${verb} ${path}`));
  const methods = signed
    .filter(({ verb, path }) => livePath(path) === path || !places.has(`${verb} ${livePath(path)}`))
    .map(({ verb, path, operation }) => {
      const twin = sandboxPath(path);
      const isThere = path !== twin && places.has(`${verb} ${twin}`);
      return readMethod({ document, models, verb, path, operation }, isThere ? twin : null);
    });
  const events = Object.entries(document.webhooks ?? {}).map(([name, { post }]) => {
    const schema = post?.requestBody?.content["application/json"]?.schema ?? {};
    return { name, model: models.name(`${pascalCase(name)}Event`, schema), summary: post?.summary ?? "" };
  });
  return { models: models.all(), methods, events, errors: readErrors(document) };
}

/** The live path of a sandbox route. */
function livePath(path: string): string {
  if (!path.startsWith(SANDBOX)) return path;
  const rest = path.slice(SANDBOX.length);
  return rest.startsWith("salutes/") ? `/api/${rest}` : `/api/partner/${rest}`;
}

function sandboxPath(path: string): string {
  if (path.startsWith(SANDBOX)) return path;
  return `${SANDBOX}${path.replace("/api/partner/", "").replace("/api/salutes/", "salutes/")}`;
}

interface Source {
  document: OpenApiDocument;
  models: Models;
  verb: string;
  path: string;
  operation: OperationObject;
}

function readMethod(source: Source, twin: string | null): Method {
  const { models, verb, path, operation } = source;
  const { operationId, summary, responses } = operation;
  const title = pascalCase(operationId.charAt(0).toUpperCase() + operationId.slice(1));
  const inputs = readInputs(source, title);
  const success = Object.entries(responses).find(([status]) => /^2\d\d$/.test(status))?.[1];
  const content = success === undefined ? {} : look<ResponseObject>(source.document, success).content;
  const schema = content?.["application/json"]?.schema;
  const answer = schema === undefined ? null : models.name(`${title}Answer`, schema);
  const isMutation = (operation.parameters ?? []).some(
    (each) => "$ref" in each && each.$ref.endsWith("/IdempotencyKey"),
  );
  return {
    ...clientName(operationId),
    verb,
    path,
    sandboxPath: twin,
    isMutation,
    summary,
    inputs,
    inputName: inputs.length === 0 ? null : `${title}Input`,
    answer,
    rows:
      inputs.some(({ name }) => name === "cursor") && answer !== null ? rowsOf(models.find(answer)) : null,
  };
}

function rowsOf(model: Model | undefined): Method["rows"] {
  for (const { name, type } of model?.fields ?? [])
    if (type.kind === "list") return { member: name, type: type.of };
  return null;
}

function readInputs({ document, models, operation }: Source, title: string): Input[] {
  const parameters = (operation.parameters ?? [])
    .map((each) => look<Parameter>(document, each))
    .filter((each) => each.in !== "header" && !OWN_PARAMETERS.includes(each.name))
    .map((each): Input => {
      return {
        name: each.name,
        place: each.in === "path" ? "path" : "query",
        type: models.type(each.schema, `${title}${pascalCase(each.name)}`),
        isRequired: each.required === true,
        description: each.description ?? "",
      };
    });
  const body = operation.requestBody?.content["application/json"]?.schema;
  const fields = body === undefined ? [] : models.fields(look<JsonSchema>(document, body), `${title}Input`);
  const all = [...parameters, ...fields.map((field): Input => ({ ...field, place: "body" }))];
  return all.sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Resolves a reference; returns other values unchanged. */
function look<Found extends JsonSchema | Parameter | ResponseObject>(
  document: OpenApiDocument,
  part: Found | Reference,
): Found {
  const path = (part as { $ref?: string }).$ref;
  if (path === undefined) return part as Found;
  const [kind = "", name = ""] = path.replace("#/components/", "").split("/");
  const named = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
  if (named === undefined) throw new Error(`${path} leads nowhere`);
  return named as Found;
}

/** The codes of the catalogue for partners: keys' operations, the public ones, and paths without an operation. */
function readErrors(document: OpenApiDocument): Api["errors"] {
  const { code: path, title } = toDocumentedCode("method_not_allowed");
  const meanings = new Map([[path, title]]);
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (!concernsKeys(operation)) continue;
    for (const response of Object.values(operation.responses)) {
      const { content = {}, "x-codes": codes = [] } = look<ResponseObject>(document, response);
      const examples = content["application/json"]?.examples ?? {};
      for (const code of codes) meanings.set(code, examples[code]?.summary ?? code);
    }
  }
  return [...meanings]
    .map(([code, meaning]) => ({ code, meaning }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Share links have a catalogue of their own. */
function concernsKeys({ security, tags, "x-key-mode": mode }: OperationObject): boolean {
  return mode !== undefined || (security.length === 0 && !tags.includes("audio-share"));
}

/** Named shapes. Nested objects get names too, so that code can refer to them. */
class Models {
  readonly #models = new Map<string, Model>();

  constructor(private readonly document: OpenApiDocument) {}

  all(): Model[] {
    return [...this.#models.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  find(name: string): Model | undefined {
    return this.#models.get(name);
  }

  /** Name of an object shape: the component's name, or the proposed one. */
  name(proposed: string, schema: JsonSchema): string {
    const name = schema.$ref === undefined ? proposed : pascalCase(schema.$ref.split("/").at(-1) ?? proposed);
    if (this.#models.has(name)) return name;
    const shape = look<JsonSchema>(this.document, schema);
    // Registered first, as a shape may contain itself.
    this.#models.set(name, { name, description: "", fields: [] });
    this.#models.set(name, {
      name,
      description: shape.description ?? "",
      fields: this.fields(shape, name.replace(/Answer$/, "")),
    });
    return name;
  }

  fields(shape: JsonSchema, owner: string): Field[] {
    return Object.entries(shape.properties ?? {})
      .filter(([name]) => name !== "meta")
      .map(([name, schema]) => ({
        name,
        type: this.type(schema, `${owner}${pascalCase(name)}`),
        isRequired: shape.required?.includes(name) === true,
        description: schema.description ?? look<JsonSchema>(this.document, schema).description ?? "",
      }));
  }

  type(schema: JsonSchema, proposed: string): Type {
    const shape = look<JsonSchema>(this.document, schema);
    const choices =
      shape.anyOf ?? (Array.isArray(shape.type) ? shape.type.map((type) => ({ ...shape, type })) : null);
    if (choices !== null) return this.#union(choices, proposed);
    if (shape.const !== undefined) return literals([shape.const]);
    if (shape.enum !== undefined && shape.type !== "null")
      return literals(shape.enum.filter((each) => each !== null));
    switch (shape.type) {
      case "array":
        return { kind: "list", of: this.type(shape.items ?? {}, singular(proposed)) };
      case "object":
        return this.#object(schema, shape, proposed);
      case "string":
        return { kind: "text" };
      case "number":
      case "integer":
      case "boolean":
      case "null":
        return { kind: shape.type };
      default:
        return { kind: "unknown" };
    }
  }

  #union(choices: readonly JsonSchema[], proposed: string): Type {
    const types = choices.map((choice) => this.type(choice, proposed));
    const distinct = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
    const [only] = distinct;
    return distinct.length === 1 && only !== undefined ? only : { kind: "union", of: distinct };
  }

  #object(schema: JsonSchema, shape: JsonSchema, proposed: string): Type {
    if (shape.properties !== undefined) return { kind: "named", name: this.name(proposed, schema) };
    const values = typeof shape.additionalProperties === "object" ? shape.additionalProperties : {};
    return { kind: "map", of: this.type(values, `${proposed}Value`) };
  }
}

function literals(values: readonly unknown[]): Type {
  return { kind: "literals", values: values as readonly (string | number | boolean)[] };
}
