import { type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { rememberedFor } from "../kit/remembered.ts";
import { type DocumentedCode, type ErrorRef, toDocumentedCode } from "./answers/catalog.ts";
import type { Operation } from "./operation.ts";
import { Nullable } from "./schema/shapes.ts";

const BODY_CODES = ["payload_too_large", "unsupported_media_type", "invalid_payload", "overloaded"] as const;

/** Every error code of an operation: its own, and those implied by access, body and mutation. */
export function documentedCodes(operation: Operation): DocumentedCode[] {
  const { access } = operation;
  const refs: ErrorRef[] = [...operation.errors, ...access.codes];
  if (operation.query !== null || operation.params !== null) refs.push("invalid_query");
  // An empty parameter, or one with a slash, gives a different path.
  if (operation.params !== null) refs.push("not_found");
  if (operation.method !== "GET") refs.push(...BODY_CODES);
  if (operation.form !== null) refs.push("forbidden");
  if (operation.form !== null && !operation.inSafeMode) refs.push("safe_mode");
  if (operation.mutation) refs.push(...access.changeCodes);
  const codes = new Map(refs.map((ref) => [toDocumentedCode(ref).code, toDocumentedCode(ref)]));
  return [...codes.values()].sort((a, b) => a.http_status - b.http_status || a.code.localeCompare(b.code));
}

/** The statuses of those codes with their codes, in order. */
export function documentedFailures(operation: Operation): Map<number, DocumentedCode[]> {
  const failures = documentedCodes(operation).flatMap((code) =>
    [code.http_status, ...code.otherStatuses].map((status) => ({ status, code })),
  );
  const byStatus = Map.groupBy(
    failures.sort((a, b) => a.status - b.status),
    ({ status }) => status,
  );
  return new Map([...byStatus].map(([status, each]) => [status, each.map(({ code }) => code)]));
}

const MetaShape = Type.Object(
  {
    request_id: Type.String({ description: "Id of the request in the server's log." }),
    generated_at_utc: Type.String({ description: "Time of the answer.", format: "date-time" }),
  },
  { title: "Meta", description: "Present if include_meta asked for it." },
);

/** The JSON body of success, including `success` and `meta`; null if the answer is not JSON. */
export function successShape(operation: Operation): TObject | null {
  const { response } = operation;
  return "mediaType" in response ? null : whole(response as TObject);
}

/** The JSON body of a 202; null if the operation has none. */
export function acceptedShape({ accepted }: Operation): TObject | null {
  return accepted === undefined ? null : whole(accepted as TObject);
}

const whole = rememberedFor(
  ({ properties, description }: TObject): TObject =>
    Type.Object(
      { success: Type.Literal(true), ...properties, meta: Type.Optional(MetaShape) },
      description === undefined ? {} : { description },
    ),
);

/** The JSON body of a failure (contract section 2), without the members that single codes add. */
export const ProblemShape = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.String({ description: "The code to branch on; GET /api/partner/errors.json lists all." }),
    message: Type.String({ description: "One sentence that says what to do." }),
    request_id: Type.String({ description: "Id of the request in the server's log." }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: "Name of the field." }),
          message: Type.String({ description: "Explanation in a sentence." }),
        }),
        { description: "Faults of the request, one per field." },
      ),
    ),
    retry_class: Type.Optional(
      Type.String({
        description: "On partner routes: whether and how to retry, as the list of error codes explains.",
      }),
    ),
    original: Type.Optional(
      Type.Object(
        {
          status: Type.Integer({ description: "HTTP status of the first answer." }),
          created_at_utc: Type.String({
            description: "Time of the first answer, in UTC.",
            format: "date-time",
          }),
          body: Nullable(Type.Record(Type.String(), Type.Unknown()), {
            description: "Body of the first answer; null if it is no longer stored.",
          }),
          ledger_entry_id: Type.Optional(
            Type.Integer({ description: "Id of the ledger entry that the first request made." }),
          ),
        },
        { description: "With idempotency_replay: the first answer to this intent." },
      ),
    ),
    conflict: Type.Optional(
      Type.Object(
        {
          created_at_utc: Type.String({
            description: "Time of the first request, in UTC.",
            format: "date-time",
          }),
          operation: Nullable(Type.String(), {
            description: "Method and path template of the first request; null if no longer known.",
          }),
          ledger_entry_id: Nullable(Type.Integer(), {
            description: "Id of the ledger entry that the first request made; null if it made none.",
          }),
          differs: Nullable(Type.Array(Type.String()), {
            description:
              "Names of the top-level fields that differ, never their values; empty if only method, path or query differ, null if no longer known.",
          }),
        },
        { description: "With idempotency_conflict: the first request with this key." },
      ),
    ),
    canonical: Type.Optional(
      Type.String({ description: "With unauthorized, for sandbox keys: the string that the server built." }),
    ),
    server_time: Type.Optional(
      Type.Integer({ description: "With unauthorized for a refused timestamp: the server's Unix seconds." }),
    ),
    skew_seconds: Type.Optional(
      Nullable(Type.Integer(), {
        description:
          "With server_time: how many seconds the timestamp is ahead of the server's clock, negative if it is behind; null if it was sent in milliseconds or is not a number.",
      }),
    ),
    use: Type.Optional(
      Type.String({ description: "With forbidden, for a key of the other mode: the route to use." }),
    ),
  },
  { title: "Problem", additionalProperties: true },
);

/** The JSON body of a failure with one of these codes. */
export function failureShape(codes: readonly DocumentedCode[]): TObject {
  return Type.Object(
    { ...ProblemShape.properties, ...collectMembers(codes) },
    { additionalProperties: true },
  );
}

/** The members that these codes add to the body of a failure. */
export function collectMembers(codes: readonly DocumentedCode[]): TProperties {
  return Object.fromEntries(
    codes.flatMap(({ members }) =>
      Object.entries(members).map(([name, shape]) => [name, Type.Optional(shape)]),
    ),
  );
}

/** A shape's properties; empty if it has none. */
export function collectProperties(schema: TSchema | null): [string, TSchema][] {
  return Object.entries((schema?.properties as Record<string, TSchema> | undefined) ?? {});
}
