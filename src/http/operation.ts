import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import type { Database } from "../db/database.ts";
import type { Tx } from "../db/sql.ts";
import type { Answer, AnswerHeader } from "./answer.ts";
import type { ErrorCode } from "./catalog.ts";
import type { Ending } from "./ending.ts";
import type { Recording } from "./mutation.ts";
import type { Problem } from "./problem.ts";
import { Flag } from "./shapes.ts";

/** One intent of one partner: what nonce, idempotency key and payload say about a mutation (contract section 4). */
export interface Intent {
  keyId: string;
  partnerId: number;
  /** Lower-case hex; null in the sandbox, where it is optional. */
  nonce: string | null;
  idempotencyKey: string;
  /** SHA-256 over method, target and the exact body. */
  payloadHash: string;
}

export const SCOPES = ["read", "credit", "debit", "ledger", "donation", "users", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];
export type KeyMode = "live" | "sandbox";
export type Role = "viewer" | "operator" | "owner";
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Who may call an operation; one surface serves each kind. */
export type Access =
  | { kind: "partner"; mode: KeyMode | "any"; scope: Scope | null; limit: PartnerLimit | null }
  | { kind: "public"; limit: PublicLimit | null; guard?: Guard }
  | { kind: "operator"; role: Role; orAddresses: boolean; sessionOnly: boolean };

/** Limits that apply beside the key's own, by name (contract section 5). */
export type PartnerLimit = "webhooks";
export type PublicLimit = "public_api" | "pages" | "log" | "short_links";

/** A look at a public request's bearer token, before anything else of it is read. */
export interface Guard {
  /**
   * Sets what headers the answer then bears. @throws Problem for a caller that may not
   */
  admit(request: Request, headers: Record<string, string>): void;
}

/** Who did it: passed down from the surface, kept in audit trail and ledger. */
export type Actor =
  | { kind: "partner"; keyId: string; partner: string; partnerId: number; mode: KeyMode; key: KeyFacts }
  | { kind: "operator"; name: string; role: Role; session: OperatorSession | null }
  | { kind: "anonymous" }
  | { kind: "command"; name: string };

/** The sign-in that an operator came by; null for a bearer token. */
export interface OperatorSession {
  tokenHash: string;
  /** What this operator's forms carry, so that no other page can write them. */
  csrfToken: string;
}

export type OperatorActor = Extract<Actor, { kind: "operator" }>;
export type PartnerActor = Extract<Actor, { kind: "partner" }>;

/** What an operation may know of the key that called it; never its secret. */
export interface KeyFacts {
  scopes: readonly Scope[];
  domains: readonly string[];
  dailyCreditLimit: number | null;
  /** Unix milliseconds of the last change to the key. */
  updatedAt: number;
}

export interface Context<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Who = Actor,
  What = Intent | null,
> {
  params: Params;
  query: Query;
  body: Body;
  actor: Who;
  /** What nonce, idempotency key and payload say; null for what is no mutation. */
  intent: What;
  /** The files that this caller's state lives in: live, or the partner's practice file. */
  db: Database;
  /** Unix milliseconds at which the request was taken up; in practice the time of the practice file. */
  now: number;
  requestId: string;
  /** As sent: a GET operation answers HEAD too. */
  method: string;
  /** The caller's address, proxies that we trust taken into account. */
  address: string;
  /** What the caller's program says it is; empty where it says nothing. */
  userAgent: string;
  /** Our own base address, without a slash at its end. */
  baseUrl: string;
  /** What the answer will bear; headers may be added. */
  responseHeaders: Record<string, string>;
  /** A header of the request, by its lower-case name; null where it was not sent. */
  header(name: string): string | null;
}

export interface Documented {
  /** operationId in OpenAPI. */
  id: string;
  method: Method;
  /** Path with parameters in braces: /api/partner/users/{user_id} */
  path: string;
  group: string;
  summary: string;
  description?: string;
  access: Access;
  /** Status of success; 303 for a form, which leads to the page that shows what came of it. */
  status: 200 | 201 | 303;
  /** JSON shape of a 202: begun, and not done yet. Such an operation may answer `Accepted`. */
  accepted?: TSchema;
  /** JSON shape of success; or the media type of what is answered as it is. */
  response: TSchema | MediaResponse;
  /** Codes beyond those that access, body and mutation imply. */
  errors: readonly ErrorCode[];
  /** Set where the operation is to be withdrawn, or was. */
  ending?: Ending;
  /** Whether success may also be a 304. */
  validators?: boolean;
  /** Where success may also be a redirect: what leads to one, in a sentence. */
  redirects?: string;
  /** Headers of its own that every success bears. */
  answerHeaders?: readonly AnswerHeader[];
  /** Whether pages of other origins may call it after a preflight, as they may call every public GET without one. */
  crossOrigin?: boolean;
  /** An example body that validates and, on a fresh demo start, works. */
  example?: object;
  /** An example of what the operation answers, `success` aside; unset: one is made from the shape. */
  exampleResponse?: object;
  /** Of pages: what a browser is shown of a refusal; programs, and all where it is unset, get the problem as JSON. */
  refusal?: (problem: Problem, refused: Refused) => Response;
}

/** The request that a page refuses. */
export interface Refused {
  requestId: string;
  /** Path and query as they were asked for. */
  target: string;
  /** Null where path or query could not be read, or the caller was not admitted. Its body is what was entered, as text. */
  context: Context | null;
}

/** An answer that is not our JSON: CSV, a document, a page. */
export interface MediaResponse {
  /** Without parameters: text/csv */
  mediaType: string;
  description: string;
  /** Text; an object for JSON and YAML. */
  example?: string | object;
}

/** Pages are operations like others, for people: this group is in no OpenAPI document. */
export const PAGES_GROUP = "pages";

export interface Operation extends Documented {
  params: TObject | null;
  query: TObject | null;
  body: TObject | null;
  /** The fields of a page's form; null for all else. */
  form: TObject | null;
  /** Whether safe mode lets a form through, as it does sign-in. */
  inSafeMode: boolean;
  /** Signed with nonce and idempotency key, and committed with them in one transaction. */
  mutation: boolean;
  /** How a mutation's answer is kept where it holds a secret; null where it is kept as it is. */
  recording: Recording | null;
  read: ((context: Context) => Answer | Promise<Answer>) | null;
  prepare: ((context: Context) => unknown) | null;
  write: ((tx: Tx, context: Context, prepared: unknown) => object) | null;
}

type Shape<Schema extends TObject | undefined> =
  Schema extends TObject<infer Properties extends TProperties>
    ? Static<TObject<Properties>>
    : Record<string, never>;

type ActorOf<A extends Access> = A["kind"] extends "partner" ? PartnerActor : Actor;

interface Shapes<
  P extends TObject | undefined,
  Q extends TObject | undefined,
  B extends TObject | undefined,
> {
  params?: P;
  query?: Q;
  body?: B;
}

type Definition<A extends Access> = Omit<Documented, "status" | "errors" | "access"> & {
  access: A;
  status?: Documented["status"];
  errors?: readonly ErrorCode[];
};

/** An operation that changes nothing: it may be asynchronous and may answer with validators or a stream. */
export function readOperation<
  const A extends Access,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(
  definition: Definition<A> &
    Shapes<P, Q, B> & {
      read: (context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>>) => Answer | Promise<Answer>;
    },
): Operation {
  const { read, ...rest } = definition;
  return {
    ...defaults(rest),
    form: null,
    inSafeMode: false,
    mutation: false,
    recording: null,
    read: read as Operation["read"],
    prepare: null,
    write: null,
  };
}

/**
 * What a page's form is sent to: POST of application/x-www-form-urlencoded fields, from a page of ours only (a browser
 * that says otherwise is 403). Fields are read as a query is: an empty one is not given, text is trimmed unless its shape
 * says `x-verbatim`. Nothing keeps a form from being sent twice, so `submit` brings about a state and does not add to one.
 * It answers with `seeOther`, so that loading the page again sends nothing.
 */
export function formOperation<
  const A extends Access,
  P extends TObject | undefined = undefined,
  F extends TObject | undefined = undefined,
>(
  definition: Omit<Definition<A>, "method" | "status" | "response" | "validators" | "example"> & {
    /** 200 for a form that answers with what is shown once, such as a new secret. */
    status?: 200 | 303;
    params?: P;
    form: F;
    inSafeMode?: boolean;
    submit: (
      context: Context<Shape<P>, Record<string, never>, Shape<F>, ActorOf<A>>,
    ) => Response | Promise<Response>;
  },
): Operation {
  const { form, inSafeMode, submit, ...rest } = definition;
  const response = { mediaType: "text/html", description: "The way to the page that shows what came of it." };
  return {
    ...defaults({ ...rest, method: "POST", status: rest.status ?? 303, response }),
    form: withCsrfToken(form ?? Type.Object({}), rest.access),
    inSafeMode: inSafeMode ?? false,
    mutation: false,
    recording: null,
    read: submit as Operation["read"],
    prepare: null,
    write: null,
  };
}

/** The field that every form of a signed-in operator carries. */
export const CSRF_FIELD = "csrf_token";

function withCsrfToken(form: TObject, access: Access): TObject {
  if (access.kind !== "operator") return form;
  return Type.Object({ ...form.properties, [CSRF_FIELD]: Type.Optional(Type.String({ maxLength: 64 })) });
}

/** Leads a browser on to a page of ours, which it gets by GET. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, "cache-control": "no-store", ...headers },
  });
}

/**
 * A mutation (contract section 4). `prepare` may be asynchronous and changes nothing; `write` is synchronous and runs in
 * the transaction that also takes the nonce and records the outcome.
 */
export function writeOperation<
  const A extends Access,
  Prepared = undefined,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(
  definition: Definition<A> &
    Shapes<P, Q, B> & {
      recording?: Recording;
      prepare?: (context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>>) => Prepared | Promise<Prepared>;
      write: (
        tx: Tx,
        context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>, Intent>,
        prepared: Awaited<Prepared>,
      ) => object;
    },
): Operation {
  const { prepare, write, recording, ...rest } = definition;
  return {
    ...defaults(rest),
    form: null,
    inSafeMode: false,
    mutation: true,
    recording: recording ?? null,
    read: null,
    prepare: (prepare ?? null) as Operation["prepare"],
    write: write as Operation["write"],
  };
}

function defaults(
  definition: Definition<Access> & Shapes<TObject | undefined, TObject | undefined, TObject | undefined>,
) {
  return {
    ...definition,
    status: definition.status ?? 200,
    errors: definition.errors ?? [],
    params: definition.params ?? null,
    query: withMetaFlag(definition.query, definition.response),
    body: definition.body ?? null,
  };
}

/** Every operation that answers JSON takes include_meta. */
function withMetaFlag(query: TObject | undefined, response: Documented["response"]): TObject | null {
  if ("mediaType" in response) return query ?? null;
  return Type.Object({ ...query?.properties, include_meta: Type.Optional(META_FLAG) });
}

export const META_FLAG = Flag({ description: "Adds meta: request_id and generated_at_utc." });

/** Access of a signed partner operation. */
export function partner(
  scope: Scope | null,
  options: { mode?: KeyMode | "any"; limit?: PartnerLimit } = {},
): { kind: "partner"; mode: KeyMode | "any"; scope: Scope | null; limit: PartnerLimit | null } {
  return { kind: "partner", mode: options.mode ?? "live", scope, limit: options.limit ?? null };
}

/** Access without credentials, or with a bearer token that the guard looks at; `null` for what is not counted (health). */
export function anyone(
  limit: PublicLimit | null = "public_api",
  guard?: Guard,
): { kind: "public"; limit: PublicLimit | null; guard?: Guard } {
  return guard === undefined ? { kind: "public", limit } : { kind: "public", limit, guard };
}

/**
 * Access of an operator with this role or a higher one, by bearer token or signed in; `sessionOnly` refuses tokens, for
 * what a stolen one must not reach.
 */
export function operator(
  role: Role,
  options: { orAddresses?: boolean; sessionOnly?: boolean } = {},
): { kind: "operator"; role: Role; orAddresses: boolean; sessionOnly: boolean } {
  const { orAddresses = false, sessionOnly = false } = options;
  return { kind: "operator", role, orAddresses, sessionOnly };
}
