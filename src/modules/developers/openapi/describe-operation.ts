import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { MediaResponse } from "../../../http/declaration.ts";
import { acceptedShape, collectProperties, successShape } from "../../../http/documented.ts";
import { PageQuery } from "../../../http/input/paging.ts";
import { META_FLAG, type Operation } from "../../../http/operation.ts";
import { plainSchema } from "../../../http/schema/plain-schema.ts";
import { closed } from "../../../http/schema/validate.ts";
import type { Components } from "./components.ts";
import { buildExample } from "./example.ts";
import { failureResponses } from "./failures.ts";
import { commonHeaders, headerParameters, referToHeaders, VALIDATOR_HEADERS } from "./headers.ts";
import type {
  JsonSchema,
  MediaType,
  OperationObject,
  Parameter,
  Reference,
  RequestBody,
  ResponseObject,
} from "./openapi.ts";
import messenger from "./recorded-examples/messenger.json";
import operators from "./recorded-examples/operators.json";
import partner from "./recorded-examples/partner.json";
import publicly from "./recorded-examples/public.json";
import sandbox from "./recorded-examples/sandbox.json";

const RECORDED: Readonly<Record<string, unknown>> = {
  ...partner,
  ...sandbox,
  ...publicly,
  ...messenger,
  ...operators,
};

/** Recorded response of an operation; null if there is none, or its shape has changed since. */
function recordedExample(operationId: string, shape: TSchema): unknown {
  const example = RECORDED[operationId];
  return example !== undefined && Value.Check(closed(shape), example) ? example : null;
}

/** An operation as an OpenAPI object. */
export function describeOperation(operation: Operation, components: Components): OperationObject {
  const { access } = operation;
  const body = requestBody(operation, components);
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: operation.summary,
    description: [operation.description, access.document.sentence].filter(Boolean).join("\n\n"),
    ...(operation.ending === undefined ? {} : { deprecated: true }),
    security: securityOf(operation, components),
    parameters: [
      ...parameters("path", operation.params, components),
      ...parameters("query", operation.query, components),
      ...headerParameters(operation, components),
    ],
    ...(body === null ? {} : { requestBody: body }),
    responses: Object.fromEntries([
      [String(operation.status), success(operation, components)],
      ...accepted(operation, components),
      ...(operation.redirects === undefined ? [] : [["302", redirect(operation, components)]]),
      ...(operation.validators === true ? [["304", notModified(operation, components)]] : []),
      ...failureResponses(operation, components),
    ]),
    ...access.document.extensions,
  };
}

/** Parameters of many operations, which the document refers to as components. */
const SHARED_PARAMETERS = new Map<string, string>(
  Object.entries({ ...PageQuery, include_meta: META_FLAG }).map(([name, shape]) => [
    JSON.stringify([name, shape]),
    name,
  ]),
);

function parameters(
  place: "path" | "query",
  shape: TSchema | null,
  components: Components,
): (Parameter | Reference)[] {
  const required: string[] = shape?.required ?? [];
  return collectProperties(shape).map(([name, property]) => {
    const { description, ...schema } = parameterSchema(name, property, components);
    const isRequired = place === "path" || (required.includes(name) && property.default === undefined);
    const parameter: Parameter = {
      name,
      in: place,
      ...(isRequired ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      ...(schema.type === "array" || schema.type === "object" ? { style: "form", explode: true } : {}),
      schema,
      ...(isRequired ? { example: buildExample(property, name) } : {}),
    };
    const shared = SHARED_PARAMETERS.get(JSON.stringify([name, property]));
    return shared === undefined ? parameter : components.refer("parameters", shared, parameter);
  });
}

/** Members of a parameter are parameters themselves, with its name before theirs. */
function parameterSchema(name: string, shape: TSchema, components: Components): JsonSchema {
  const schema = plainSchema(shape, "request", components);
  const pattern = schema.propertyNames?.pattern;
  if (shape["x-members"] !== true || pattern === undefined) return schema;
  return {
    ...schema,
    propertyNames: { pattern: pattern.replace("^", `^${name}\\.`) },
    ...(shape.examples === undefined ? {} : { examples: shape.examples.map(withPrefix(name)) }),
  };
}

function withPrefix(name: string): (members: object) => object {
  return (members) =>
    Object.fromEntries(Object.entries(members).map(([member, value]) => [`${name}.${member}`, value]));
}

function requestBody({ body, example, textBody }: Operation, components: Components): RequestBody | null {
  if (body === null) return null;
  const isRequired = (body.required ?? []).length > 0;
  const schema = plainSchema(body, "request", components);
  return {
    required: isRequired,
    content: {
      "application/json": { schema, example: example ?? buildExample(body) },
      ...(textBody === undefined
        ? {}
        : { [textBody.mediaType]: { schema: { type: "string" }, example: textBody.example } }),
    },
  };
}

function success(operation: Operation, components: Components): ResponseObject {
  const names = [
    ...commonHeaders(operation),
    ...(operation.validators === true ? VALIDATOR_HEADERS : []),
    ...(operation.answerHeaders ?? []),
  ];
  return {
    description: successWords(operation),
    headers: referToHeaders(names, components),
    content: {
      ...successContent(operation, components),
      ...Object.assign({}, ...(operation.otherResponses ?? []).map(mediaContent)),
    },
  };
}

function accepted(operation: Operation, components: Components): [string, ResponseObject][] {
  const shape = acceptedShape(operation);
  if (shape === null) return [];
  const schema = plainSchema(shape, "response", components);
  return [
    [
      "202",
      {
        description: shape.description ?? "Begun, and not done yet.",
        headers: referToHeaders(commonHeaders(operation), components),
        content: { "application/json": { schema, example: buildExample(shape) } },
      },
    ],
  ];
}

function successWords({ response, outcome, summary }: Operation): string {
  if ("mediaType" in response) return (response as MediaResponse).description;
  if (outcome !== undefined) return outcome;
  const content = summary.replace(/^(Read|List|Get|Export) /, "");
  return `${content.charAt(0).toUpperCase()}${content.slice(1)}.`;
}

function successContent(operation: Operation, components: Components): Record<string, MediaType> {
  const { response } = operation;
  const shape = successShape(operation);
  if (shape !== null) {
    const schema = plainSchema(shape, "response", components);
    return { "application/json": { schema, example: exampleSuccess(operation, shape) } };
  }
  return mediaContent(response as MediaResponse);
}

const MEDIA_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  "*/*": {},
  // Some tools read the schema of a stream as that of the whole text, others as that of each event.
  "text/event-stream": {
    description:
      "Events, each with id (its number, to send as Last-Event-ID), event (its type) and data (the event as JSON).",
  },
};

function mediaContent({ mediaType, orMediaType, example }: MediaResponse): Record<string, MediaType> {
  const schema = MEDIA_SCHEMAS[mediaType] ?? {
    type: /[/+](json|yaml)$/.test(mediaType) ? "object" : "string",
  };
  const content = { schema, ...(example === undefined ? {} : { example }) };
  return { [mediaType]: content, ...(orMediaType === undefined ? {} : { [orMediaType]: content }) };
}

function exampleSuccess({ id }: Operation, shape: TSchema): unknown {
  return recordedExample(id, shape) ?? buildExample(shape);
}

function redirect(operation: Operation, components: Components): ResponseObject {
  return {
    description: operation.redirects ?? "",
    headers: referToHeaders([...commonHeaders(operation), "Location", "Cache-Control"], components),
  };
}

function notModified(operation: Operation, components: Components): ResponseObject {
  return {
    description: "Your copy is current.",
    headers: referToHeaders([...commonHeaders(operation), ...VALIDATOR_HEADERS], components),
  };
}

/**
 * Alternatives of credentials; adds their schemes to the document. Scopes and roles are members of the operation, because
 * OpenAPI lists them only for OAuth.
 */
function securityOf({ access, mutation }: Operation, components: Components): Record<string, string[]>[] {
  return access.document.credentials(mutation).map((alternative) => {
    for (const { name, scheme } of alternative) components.put("securitySchemes", name, scheme);
    return Object.fromEntries(alternative.map(({ name }) => [name, []]));
  });
}
