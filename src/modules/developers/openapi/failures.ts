import { Type } from "@sinclair/typebox";
import type { DocumentedCode } from "../../../http/answers/catalog.ts";
import { collectMembers, documentedFailures, ProblemShape } from "../../../http/documented.ts";
import type { Operation } from "../../../http/operation.ts";
import { plainSchema } from "../../../http/schema/plain-schema.ts";
import type { Components } from "./components.ts";
import { EXAMPLE_REQUEST_ID, EXAMPLE_TIME } from "./example-values.ts";
import { commonHeaders, type HeaderName, referToHeaders } from "./headers.ts";
import type { Reference, ResponseObject } from "./openapi.ts";

/** Every documented failure of an operation, by status; equal responses are one component. */
export function failureResponses(operation: Operation, components: Components): [string, Reference][] {
  return [...documentedFailures(operation)].map(([status, codes]) => {
    const isCounted = commonHeaders(operation).length > 1;
    const audience = isCounted ? operation.access.document.audience : "Uncounted";
    const name = `${audience}${status}.${codes.map(({ code }) => code).join(".")}`;
    return [String(status), referToFailure(name, { operation, codes, components })];
  });
}

interface Failure {
  operation: Operation;
  codes: readonly DocumentedCode[];
  components: Components;
}

interface DescribedFailures {
  codes: readonly DocumentedCode[];
  reference: Reference;
}

/** Of each document, by name, headers and audience: hundreds of operations fail alike, and describing takes long. */
const DESCRIBED = new WeakMap<Components, Map<string, DescribedFailures>>();

function referToFailure(name: string, { operation, codes, components }: Failure): Reference {
  const headers = failureHeaders(operation, codes);
  const forPartner = operation.access.showsRetryClass;
  const described = DESCRIBED.get(components) ?? new Map<string, DescribedFailures>();
  DESCRIBED.set(components, described);
  const key = [name, forPartner, ...headers].join(" ");
  const known = described.get(key);
  if (known?.codes.every((code, index) => code === codes[index])) return { ...known.reference };
  const response = failure(codes, { headers, forPartner, components });
  const reference = components.refer("responses", name, response);
  described.set(key, { codes, reference });
  return { ...reference };
}

/** Codes of failures before rate limits are counted, which carry no rate-limit headers. */
const BEFORE_LIMITS: readonly string[] = ["unauthorized", "payload_too_large"];

function failureHeaders(operation: Operation, codes: readonly DocumentedCode[]): HeaderName[] {
  const isBeforeLimits = codes.every(({ code }) => BEFORE_LIMITS.includes(code));
  const headers: HeaderName[] = isBeforeLimits ? ["X-Request-ID"] : commonHeaders(operation);
  if (codes.some(({ retry_after_seconds }) => retry_after_seconds !== null)) headers.push("Retry-After");
  if (codes.some(({ code }) => code === "idempotency_replay")) headers.push("Idempotency-Replayed");
  return headers;
}

function failure(
  codes: readonly DocumentedCode[],
  {
    headers,
    forPartner,
    components,
  }: { headers: readonly HeaderName[]; forPartner: boolean; components: Components },
): ResponseObject {
  return {
    description: codes.map(({ code, title }) => `\`${code}\`: ${title}.`).join("\n\n"),
    headers: referToHeaders(headers, components),
    content: {
      "application/json": {
        schema: {
          allOf: [
            plainSchema(ProblemShape, "response", components),
            {
              type: "object",
              properties: {
                error: { type: "string", enum: codes.map(({ code }) => code) },
                ...plainSchema(Type.Object(collectMembers(codes)), "response", components).properties,
              },
            },
          ],
        },
        examples: Object.fromEntries(
          codes.map((entry) => [
            entry.code,
            { summary: entry.title, value: exampleFailure(entry, forPartner) },
          ]),
        ),
      },
    },
    "x-codes": codes.map(({ code }) => code),
  };
}

/** Members that single codes add to a failure, for examples. */
const MEMBERS: Readonly<Record<string, object>> = {
  invalid_payload: { details: [{ field: "reason", message: "is required" }] },
  invalid_query: { details: [{ field: "limit", message: "must be a whole number from 1 to 200" }] },
  idempotency_replay: {
    original: { status: 200, created_at_utc: EXAMPLE_TIME, body: { success: true } },
  },
  idempotency_conflict: {
    conflict: {
      created_at_utc: EXAMPLE_TIME,
      operation: "POST /api/salutes/credit",
      ledger_entry_id: 1042,
      differs: ["amount"],
    },
  },
};

/** Example body of a failure. */
export function exampleFailure(entry: DocumentedCode, forPartner: boolean): object {
  return {
    success: false,
    error: entry.code,
    message: entry.retry_behavior,
    request_id: EXAMPLE_REQUEST_ID,
    ...(forPartner ? { retry_class: entry.retry_class } : {}),
    ...MEMBERS[entry.code],
    ...Object.fromEntries(Object.entries(entry.members).map(([name, { examples }]) => [name, examples[0]])),
  };
}
