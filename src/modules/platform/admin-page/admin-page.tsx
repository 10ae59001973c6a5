/** @jsxImportSource preact */

import type { Static, TObject } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { type Answer, Cacheable } from "../../../http/answers/answer.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { prefersHtml } from "../../../http/answers/prefers.ts";
import {
  type Context,
  type Operation,
  operator,
  PAGES_GROUP,
  type Role,
  readOperation,
} from "../../../http/operation.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import { AdminLayout, htmlResponse, type Reader, type Site } from "../../../pages/index.ts";
import { adminRefusal, PRIVATE, readerOf } from "./admin-refusal.tsx";
import { adminStateOf } from "./form-page.ts";
import { requireOperator, type StaticOf } from "./operator-only.ts";

/** The context from which an operators' page is built. */
export interface AdminContext<Query = Record<string, never>, Params = Record<string, never>> {
  sql: Sql;
  reader: Reader;
  query: Query;
  params: Params;
  /** Hash of the session's token; null with a bearer token. */
  tokenHash: string | null;
  now: number;
  baseUrl: string;
  /** The answer's headers; more may be added. */
  responseHeaders: Record<string, string>;
}

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

/** A page for operators of a role; other callers get 403, as JSON or with the sign-in form (contract section 12). */
export function adminPage<
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, page: AdminPage<Query, Params>): Operation {
  const { id, path, summary, title, role = "viewer", query, params, errors, content } = page;
  const { pages, notes } = adminStateOf(site);
  const show = async (given: Context) => {
    const context = adminContext(given);
    const notice = notes.take(requireOperator(given.actor));
    const shown = await content(context as Parameters<typeof content>[0]);
    return adminResponse(site, context.reader, { path, title, content: shown, status: 200, notice });
  };
  pages.push({ path, role, query: query ?? null, show });
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
    read: show,
  });
}

function adminContext({
  db,
  actor,
  query,
  params,
  now,
  baseUrl,
  responseHeaders,
}: Context): AdminContext<unknown, unknown> {
  const who = requireOperator(actor);
  const tokenHash = who.session?.tokenHash ?? null;
  return { sql: db.read, reader: readerOf(who), query, params, tokenHash, now, baseUrl, responseHeaders };
}

/** An operators' page as an answer; also used for content that a form shows only once, such as a new secret. */
export function adminResponse(
  site: Site,
  reader: Reader,
  {
    path,
    title,
    content,
    status = 200,
    notice = null,
  }: { path: string; title: string; content: JSX.Element; status?: number; notice?: string | null },
): Response {
  const page = (
    <AdminLayout {...{ site, reader, path, title, notice }} formToken={randomSecret(systemRandom)}>
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
  read: (
    context: AdminContext<StaticOf<Query>, StaticOf<Params>>,
  ) => ViewAnswer<Shape> | Promise<ViewAnswer<Shape>>;
  /** The same answer as a page. */
  page: (answer: Static<Shape>, context: AdminContext<StaticOf<Query>, StaticOf<Params>>) => JSX.Element;
}

/** The JSON answer, with validators if it is a `Cacheable`. */
type ViewAnswer<Shape extends TObject> = Static<Shape> | Cacheable;

/**
 * A path with both a page and JSON: JSON unless Accept prefers text/html (contract, second part). `read` returns the
 * JSON answer, or a `Cacheable` with it.
 */
export function adminView<
  Shape extends TObject,
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, view: AdminView<Query, Params, Shape>): Operation {
  const { title, role = "viewer", read, page, path, query, params, errors, ...rest } = view;
  const { pages, notes } = adminStateOf(site);
  const show = (answer: Answer, given: Context) => {
    const context = adminContext(given);
    const body = answer instanceof Cacheable ? answer.body : answer;
    const shown = page(
      typeof body === "string" ? JSON.parse(body) : body,
      context as Parameters<typeof page>[1],
    );
    const notice = notes.take(requireOperator(given.actor));
    return adminResponse(site, context.reader, { path, title, content: shown, status: 200, notice });
  };
  const answerOf = async (given: Context) =>
    (await read(adminContext(given) as Parameters<typeof read>[0])) as Answer;
  pages.push({
    path,
    role,
    query: query ?? null,
    show: async (given) => show(await answerOf(given), given),
  });
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
      given.responseHeaders.vary = "Accept";
      const answer = await answerOf(given);
      return prefersHtml(given.header("accept")) ? show(answer, given) : answer;
    },
  });
}
