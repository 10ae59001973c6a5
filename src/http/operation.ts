import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { Tx } from "../db/sql.ts";
import type { Access } from "./access/access.ts";
import type { Intent } from "./actor.ts";
import type { Answer } from "./answer.ts";
import type { ErrorRef } from "./catalog.ts";
import type { Context } from "./context.ts";
import type { Documented } from "./declaration.ts";
import type { Recording } from "./mutation.ts";
import { CSRF_FIELD } from "./operator-auth.ts";
import { Flag } from "./shapes.ts";

export type { Access, Guard } from "./access/access.ts";
export { operator } from "./access/operator.ts";
export { partner } from "./access/partner.ts";
export { anyone } from "./access/public.ts";
export type {
  Actor,
  Intent,
  KeyMode,
  OperatorActor,
  PartnerActor,
  PlayerActor,
  Role,
} from "./actor.ts";
export type { Context } from "./context.ts";

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
  /** Committed in one transaction with what its access keeps of the intent. */
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

/** What an access admits. */
type ActorOf<A extends Access> = ReturnType<A["admit"]>;

/** What a change knows of its intent: operators need not name one. */
type IntentOf<A extends Access> = A extends { kind: "partner" } ? Intent : Intent | null;

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
  errors?: readonly ErrorRef[];
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
 * What a page's form is sent to: POST of application/x-www-form-urlencoded fields, from a page of ours only (a
 * browser that says otherwise is 403). Fields are read as a query is: an empty one is not given, text is trimmed
 * unless its shape says `x-verbatim`. Nothing keeps a form from being sent twice, so `submit` brings about a state
 * and does not add to one. It answers with `seeOther`, so that loading the page again sends nothing.
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

function withCsrfToken(form: TObject, access: Access): TObject {
  if (!access.needsFormToken) return form;
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
 * A mutation (contract section 4). `prepare` may be asynchronous and changes nothing; `write` is synchronous and runs
 * in the transaction that also takes the nonce and records the outcome.
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
      /** Whether safe mode lets the change through. */
      inSafeMode?: boolean;
      prepare?: (context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>>) => Prepared | Promise<Prepared>;
      write: (
        tx: Tx,
        context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>, IntentOf<A>>,
        prepared: Awaited<Prepared>,
      ) => object;
    },
): Operation {
  const { prepare, write, recording, inSafeMode, ...rest } = definition;
  return {
    ...defaults(rest),
    form: null,
    inSafeMode: inSafeMode ?? false,
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
