/** @jsxImportSource preact */

import type { Static, TObject } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Answer, Cacheable } from "../../../http/answer.ts";
import type { ErrorRef } from "../../../http/catalog.ts";
import {
  type Actor,
  type Context,
  formOperation,
  type Operation,
  type OperatorActor,
  operator,
  PAGES_GROUP,
  type Role,
  readOperation,
} from "../../../http/operation.ts";
import { prefersHtml } from "../../../http/prefers-html.ts";
import { Problem } from "../../../http/problem.ts";
import {
  AdminLayout,
  htmlResponse,
  problemResponse,
  type Reader,
  SignInPage,
  type Site,
} from "../../../pages/index.ts";

/** No copy of an operators' page stays anywhere. */
export const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

/** What the parts of an operators' page are made from. */
export interface AdminContext<Query = Record<string, never>, Params = Record<string, never>> {
  sql: Sql;
  reader: Reader;
  query: Query;
  params: Params;
  /** Of the reader's session; null with a bearer token. */
  tokenHash: string | null;
  now: number;
  baseUrl: string;
}

type StaticOf<Shape extends TObject | undefined> = Shape extends TObject
  ? Static<Shape>
  : Record<string, never>;

interface AdminPage<Query extends TObject | undefined, Params extends TObject | undefined> {
  id: string;
  path: string;
  summary: string;
  title: string;
  role?: Role;
  query?: Query;
  params?: Params;
  errors?: readonly ErrorRef[];
  content: (context: AdminContext<StaticOf<Query>, StaticOf<Params>>) => JSX.Element | Promise<JSX.Element>;
}

/** A page for operators of a role: everybody else gets 403, as JSON or with the sign-in form (contract section 12). */
export function adminPage<
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, page: AdminPage<Query, Params>): Operation {
  const { id, path, summary, title, role = "viewer", query, params, errors, content } = page;
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary,
    access: operator(role),
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { params }),
    ...(errors === undefined ? {} : { errors }),
    response: { mediaType: "text/html", description: "A page." },
    refusal: adminRefusal(site),
    read: async (given) => {
      const context = adminContext(given);
      const shown = await content(context as Parameters<typeof content>[0]);
      return adminResponse(site, context.reader, path, title, shown);
    },
  });
}

function adminContext({ db, actor, query, params, now, baseUrl }: Context): AdminContext<unknown, unknown> {
  const who = requireOperator(actor);
  const tokenHash = who.session?.tokenHash ?? null;
  return { sql: db.read, reader: readerOf(who), query, params, tokenHash, now, baseUrl };
}

/** An operators' page as an answer: also what a form shows once, such as a new secret. */
export function adminResponse(
  site: Site,
  reader: Reader,
  path: string,
  title: string,
  content: JSX.Element,
  status = 200,
): Response {
  const page = (
    <AdminLayout site={site} reader={reader} path={path} title={title}>
      {content}
    </AdminLayout>
  );
  return htmlResponse(page, { status, headers: PRIVATE });
}

interface AdminView<
  Query extends TObject | undefined,
  Params extends TObject | undefined,
  Shape extends TObject,
> extends Omit<AdminPage<Query, Params>, "content"> {
  group: string;
  description?: string;
  /** JSON shape of the answer. */
  response: Shape;
  validators?: boolean;
  read: (context: AdminContext<StaticOf<Query>, StaticOf<Params>>) => Viewed<Shape> | Promise<Viewed<Shape>>;
  /** The same answer as a page. */
  page: (answer: Static<Shape>, context: AdminContext<StaticOf<Query>, StaticOf<Params>>) => JSX.Element;
}

/** The JSON answer, with validators where it is a `Cacheable`. */
type Viewed<Shape extends TObject> = Static<Shape> | Cacheable;

/**
 * A path that is a page and JSON: JSON unless Accept prefers text/html (contract, second part). `read` returns the JSON
 * answer, or a `Cacheable` with it.
 */
export function adminView<
  Shape extends TObject,
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, view: AdminView<Query, Params, Shape>): Operation {
  const { title, role = "viewer", read, page, path, query, params, errors, ...rest } = view;
  return readOperation({
    ...rest,
    path,
    method: "GET",
    access: operator(role),
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { params }),
    ...(errors === undefined ? {} : { errors }),
    refusal: adminRefusal(site),
    read: async (given) => {
      const context = adminContext(given) as Parameters<typeof read>[0];
      given.responseHeaders.vary = "Accept";
      const answer = await read(context);
      if (!prefersHtml(given.header("accept"))) return answer as Answer;
      const body = answer instanceof Cacheable ? answer.body : answer;
      const content = page(typeof body === "string" ? JSON.parse(body) : body, context);
      return adminResponse(site, context.reader, path, title, content);
    },
  });
}

interface AdminForm<Fields extends TObject | undefined, Params extends TObject | undefined> {
  id: string;
  path: string;
  summary: string;
  role: Role;
  /** Refuses bearer tokens. */
  sessionOnly?: boolean;
  inSafeMode?: boolean;
  /** 200 where the answer shows something once. */
  status?: 200 | 303;
  form?: Fields;
  params?: Params;
  errors?: readonly ErrorRef[];
  submit: (context: FormContext<StaticOf<Fields>, StaticOf<Params>>) => Response | Promise<Response>;
}

interface FormContext<Fields, Params> {
  actor: OperatorActor;
  reader: Reader;
  body: Fields;
  params: Params;
  now: number;
  baseUrl: string;
  /** Where the request comes from. */
  address: string;
}

/** What a form of an operators' page is sent to. */
export function adminForm<
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, form: AdminForm<Fields, Params>): Operation {
  const { role, sessionOnly = false, form: fields, params, submit, ...rest } = form;
  return formOperation({
    ...rest,
    group: PAGES_GROUP,
    access: operator(role, { sessionOnly }),
    form: fields,
    ...(params === undefined ? {} : { params }),
    refusal: adminRefusal(site),
    submit: ({ actor, body, params: named, now, baseUrl, address }) => {
      const who = requireOperator(actor);
      const given = { actor: who, reader: readerOf(who), body, params: named, now, baseUrl, address };
      // formOperation parsed both by these shapes; the compiler cannot resolve StaticOf of an open parameter.
      return submit(given as unknown as Parameters<typeof submit>[0]);
    },
  });
}

/** Who was not admitted sees the sign-in form; what else is refused, a page that says so. */
function adminRefusal(site: Site): NonNullable<Operation["refusal"]> {
  return (problem, { requestId, target, context }) => {
    const { status, message } = problem;
    if (context !== null || problem.code !== "forbidden")
      return problemResponse({ site, status, message, requestId });
    const page = <SignInPage site={site} next={target} message={message} />;
    return htmlResponse(page, { status, headers: PRIVATE });
  };
}

function requireOperator(actor: Actor): OperatorActor {
  if (actor.kind !== "operator")
    throw new Problem("forbidden", "Sign in as an operator.", { reason: "operator_required" });
  return actor;
}

function readerOf({ name, role, session }: OperatorActor): Reader {
  return { name, role, csrfToken: session?.csrfToken ?? null };
}
