import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import type { Tx } from "../db/sql.ts";
import { rememberedFor } from "../kit/remembered.ts";
import type { Access } from "./access/access.ts";
import type { Intent } from "./access/actor.ts";
import { withCsrfToken } from "./access/operator-auth.ts";
import type { Answer } from "./answers/answer.ts";
import type { ErrorRef } from "./answers/catalog.ts";
import type { Context } from "./context.ts";
import type { Declaration } from "./declaration.ts";
import type { Recording } from "./mutation.ts";
import { Flag } from "./schema/shapes.ts";

export type { Access, Guard } from "./access/access.ts";
export type {
  Actor,
  Intent,
  KeyMode,
  MemberActor,
  OperatorActor,
  PartnerActor,
  PlayerActor,
  Role,
} from "./access/actor.ts";
export { hasRole } from "./access/actor.ts";
export { operator } from "./access/operator.ts";
export { partner } from "./access/partner.ts";
export { anyone } from "./access/public.ts";
export type { Context } from "./context.ts";

/** Group of pages, which are operations too but in no OpenAPI document. */
export const PAGES_GROUP = "pages";

export interface Operation extends Declaration {
  params: TObject | null;
  query: TObject | null;
  body: TObject | null;
  /** The fields of a page's form; null for other operations. */
  form: TObject | null;
  /** Whether safe mode permits a form, as it does sign-in. */
  inSafeMode: boolean;
  /** Committed in one transaction with the access's record of the intent. */
  mutation: boolean;
  /** How a mutation's answer is stored if it holds a secret; null if it is stored unchanged. */
  recording: Recording | null;
  read: ((context: Context) => Answer | Promise<Answer>) | null;
  prepare: ((context: Context) => unknown) | null;
  write: ((tx: Tx, context: Context, prepared: unknown) => object) | null;
}

type Shape<Schema extends TObject | undefined> =
  Schema extends TObject<infer Properties extends TProperties>
    ? Static<TObject<Properties>>
    : Record<string, never>;

/** The actor that an access admits. */
type ActorOf<A extends Access> = ReturnType<A["admit"]>;

/** A change's intent: operators may omit it. */
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

type Definition<A extends Access> = Omit<Declaration, "status" | "errors" | "access"> & {
  access: A;
  status?: Declaration["status"];
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
  return complete(definition, { ...READ, read: definition.read as Operation["read"] });
}

/**
 * The target of a page's form: a POST of application/x-www-form-urlencoded fields, only from our own pages (other
 * origins get 403). Fields are read like a query: an empty one counts as missing, text is trimmed unless its shape
 * says `x-verbatim`. A form can be sent twice, so `submit` must set a state rather than add to one. It answers with
 * `seeOther`, so that reloading the page sends nothing.
 */
export function formOperation<
  const A extends Access,
  P extends TObject | undefined = undefined,
  F extends TObject | undefined = undefined,
>(
  definition: Omit<Definition<A>, "method" | "status" | "response" | "validators" | "example"> & {
    /** 200 for a form whose answer shows something only once, such as a new secret. */
    status?: 200 | 303;
    params?: P;
    form: F;
    inSafeMode?: boolean;
    submit: (
      context: Context<Shape<P>, Record<string, never>, Shape<F>, ActorOf<A>>,
    ) => Response | Promise<Response>;
  },
): Operation {
  const { access, form, inSafeMode = false, status = 303, submit, ...rest } = definition;
  const response = { mediaType: "text/html", description: "The address of the page with the result." };
  return complete(
    { ...rest, access, method: "POST", status, response },
    {
      ...READ,
      form: access.needsFormToken ? withCsrfToken(form ?? NOTHING) : (form ?? NOTHING),
      inSafeMode,
      read: submit as Operation["read"],
    },
  );
}

/** Redirects a browser to one of our pages with GET. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, "cache-control": "no-store", ...headers },
  });
}

/**
 * A mutation (contract section 4). `prepare` may be asynchronous and changes nothing; `write` is synchronous and runs
 * in the transaction that also uses up the nonce and records the outcome. Only operators' changes that are too long for
 * one transaction prepare by commits of their own; without an outcome, a repeat goes on with what is left to do.
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
      /** Whether safe mode permits the change. */
      inSafeMode?: boolean;
      prepare?: (context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>>) => Prepared | Promise<Prepared>;
      write: (
        tx: Tx,
        context: Context<Shape<P>, Shape<Q>, Shape<B>, ActorOf<A>, IntentOf<A>>,
        prepared: Awaited<Prepared>,
      ) => object;
    },
): Operation {
  const { inSafeMode = false, prepare = null, recording = null, write } = definition;
  return complete(definition, {
    form: null,
    inSafeMode,
    mutation: true,
    recording,
    read: null,
    prepare: prepare as Operation["prepare"],
    write: write as Operation["write"],
  });
}

/** How an operation works: what its kind decides. */
type Working = Pick<
  Operation,
  "form" | "inSafeMode" | "mutation" | "recording" | "read" | "prepare" | "write"
>;

const READ = {
  form: null,
  inSafeMode: false,
  mutation: false,
  recording: null,
  prepare: null,
  write: null,
} satisfies Omit<Working, "read">;

function complete(
  definition: Definition<Access> & Shapes<TObject | undefined, TObject | undefined, TObject | undefined>,
  working: Working,
): Operation {
  return {
    ...definition,
    status: definition.status ?? 200,
    errors: definition.errors ?? [],
    params: definition.params ?? null,
    query: takesMeta(definition) ? withMetaFlag(definition.query ?? NOTHING) : (definition.query ?? null),
    body: definition.body ?? null,
    ...working,
  };
}

/** Every operation with a JSON answer takes include_meta. */
function takesMeta({ response }: Pick<Declaration, "response">): boolean {
  return !("mediaType" in response);
}

/** No parameters or fields. */
export const NOTHING = Type.Object({});

/** One shape for the same query, so that it is compiled once. */
const withMetaFlag = rememberedFor(({ properties }: TObject) =>
  Type.Object({ ...properties, include_meta: Type.Optional(META_FLAG) }),
);

export const META_FLAG = Flag({ description: "Adds meta: request_id and generated_at_utc." });
