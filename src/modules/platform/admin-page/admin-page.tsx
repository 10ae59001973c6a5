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
  type OperatorActor,
  PAGES_GROUP,
  type Role,
  readOperation,
} from "../../../http/operation.ts";
import { htmlResponse, type Reader, type RefusedForm, type Site } from "../../../pages/index.ts";
import { type Audience, type PageActor, readmitted, toReader } from "./audience.ts";
import { answerCsv, wantsCsv } from "./list-csv.tsx";
import { isListQuery, withViews } from "./list-views.tsx";
import { ensureOperatorAudience } from "./operators.tsx";
import { PRIVATE, refusalFor } from "./refusal.tsx";
import type { StaticOf } from "./static-of.ts";

/** The context from which a page is built. */
export interface PageContext<
  Query = Record<string, never>,
  Params = Record<string, never>,
  Who extends PageActor = OperatorActor,
> {
  sql: Sql;
  actor: Who;
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

interface SessionPage<
  Query extends TObject | undefined,
  Params extends TObject | undefined,
  Who extends PageActor = OperatorActor,
> {
  id: string;
  path: string;
  summary: string;
  /** The page's name; that of one object names the object. */
  title: string | ((context: PageContext<StaticOf<Query>, StaticOf<Params>, Who>) => string);
  role?: Role;
  query?: Query;
  params?: Params;
  errors?: readonly ErrorRef[];
  content: (
    context: PageContext<StaticOf<Query>, StaticOf<Params>, Who>,
  ) => JSX.Element | Promise<JSX.Element>;
}

/** A page for operators of a role; other callers get 403, as JSON or with the sign-in form (contract section 12). */
export function adminPage<
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, page: SessionPage<Query, Params>): Operation {
  return sessionPage(ensureOperatorAudience(site), page);
}

/** A page for an audience's readers of a role; other callers get 403. */
export function sessionPage<
  Who extends PageActor,
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(audience: Audience<Who>, page: SessionPage<Query, Params, Who>): Operation {
  const { id, path, summary, title, role = "viewer", query, params, errors, content: contentOf } = page;
  const { pages, notes } = audience.state;
  const show = async (given: Context, refused?: RefusedForm) => {
    const context = pageContext(audience, given);
    const own = context as Parameters<typeof contentOf>[0];
    if (wantsCsv(given.query))
      return answerCsv(given, {
        path,
        content: (query) => contentOf({ ...own, query: query as typeof own.query }),
      });
    const made = await contentOf(own);
    const notice = notes.take(context.actor);
    const named = typeof title === "string" ? title : title(own);
    const content = withViews(made, { context, path, isList: isListQuery(query) });
    const shown = { path, title: named, content, notice, address: given.target, refused };
    return sessionResponse(audience, context.actor, shown);
  };
  const showAgain = async (given: Context, refused: RefusedForm) =>
    show(readmitted(audience, given, role), refused);
  pages.push({ path, query: query ?? null, showAgain });
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary,
    access: audience.access(role),
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { params }),
    ...(errors === undefined ? {} : { errors }),
    response: { mediaType: "text/html", description: "A page." },
    refusal: refusalFor(audience),
    read: (given) => show(given),
  });
}

function pageContext<Who extends PageActor>(
  audience: Audience<Who>,
  { db, actor, query, params, now, baseUrl, responseHeaders }: Context,
): PageContext<unknown, unknown, Who> {
  const who = audience.require(actor);
  const tokenHash = who.session?.tokenHash ?? null;
  const reader = toReader(who);
  return { sql: db.read, actor: who, reader, query, params, tokenHash, now, baseUrl, responseHeaders };
}

interface ShownContent {
  path: string;
  title: string;
  content: JSX.Element;
  status?: number;
  notice?: string | null;
  /** Path and query, if forms of the page return to it. */
  address?: string;
  refused?: RefusedForm | undefined;
}

/** An operators' page as an answer; also used for content that a form shows only once, such as a new secret. */
export function adminResponse(site: Site, reader: Reader, shown: ShownContent): Response {
  return framed(ensureOperatorAudience(site), { reader, embeddedBy: [] }, shown);
}

/** A page of an audience as an answer. */
export function sessionResponse<Who extends PageActor>(
  audience: Audience<Who>,
  actor: Who,
  shown: ShownContent,
): Response {
  return framed(audience, { reader: toReader(actor), embeddedBy: audience.embeddedBy(actor) }, shown);
}

function framed<Who extends PageActor>(
  { Frame, site, state }: Audience<Who>,
  { reader, embeddedBy }: { reader: Reader; embeddedBy: readonly string[] },
  { status = 200, notice = null, address, refused, ...shown }: ShownContent,
): Response {
  const isEmbedded = embeddedBy.length > 0;
  const forms = { token: state.notes.newToken(), address: address ?? shown.path };
  const page = <Frame {...shown} {...{ site, reader, notice, isEmbedded, forms }} />;
  const kept = refused === undefined ? {} : { refused };
  return htmlResponse(page, { status, headers: PRIVATE, embeddedBy, ...kept });
}

interface AdminView<
  Query extends TObject | undefined,
  Params extends TObject | undefined,
  Shape extends TObject,
> extends Omit<SessionPage<Query, Params>, "content" | "title"> {
  title: string;
  group: string;
  outcome?: string;
  description?: string;
  /** JSON shape of the answer. */
  response: Shape;
  validators?: boolean;
  read: (
    context: PageContext<StaticOf<Query>, StaticOf<Params>>,
  ) => ViewAnswer<Shape> | Promise<ViewAnswer<Shape>>;
  /** The same answer as a page. */
  page: (answer: Static<Shape>, context: PageContext<StaticOf<Query>, StaticOf<Params>>) => JSX.Element;
}

/** The JSON answer, with validators if it is a `Cacheable`. */
type ViewAnswer<Shape extends TObject> = Static<Shape> | Cacheable;

/**
 * A path with both a page and JSON: JSON unless Accept prefers text/html (contract, second part). `read` returns the
 * JSON answer, or a `Cacheable` with it. The rows of its list are CSV on request, like those of every page.
 */
export function adminView<
  Shape extends TObject,
  Query extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, view: AdminView<Query, Params, Shape>): Operation {
  const { title, role = "viewer", read, page, path, query, params, errors, ...rest } = view;
  const audience = ensureOperatorAudience(site);
  const { pages, notes } = audience.state;
  const contentOf = (answer: Answer, context: ReturnType<typeof pageContext>) => {
    const body = answer instanceof Cacheable ? answer.body : answer;
    return page(typeof body === "string" ? JSON.parse(body) : body, context as Parameters<typeof page>[1]);
  };
  const show = (answer: Answer, given: Context, refused?: RefusedForm) => {
    const context = pageContext(audience, given);
    const content = withViews(contentOf(answer, context), { context, path, isList: isListQuery(query) });
    const notice = notes.take(context.actor);
    return adminResponse(site, context.reader, {
      path,
      title,
      content,
      notice,
      address: given.target,
      refused,
    });
  };
  const answerIn = async (context: ReturnType<typeof pageContext>) =>
    (await read(context as Parameters<typeof read>[0])) as Answer;
  const answerOf = (given: Context) => answerIn(pageContext(audience, given));
  const csvOf = (given: Context) => {
    const context = pageContext(audience, given);
    const content = async (query: unknown) => {
      const own = { ...context, query };
      return contentOf(await answerIn(own), own);
    };
    return answerCsv(given, { path, content });
  };
  pages.push({
    path,
    query: query ?? null,
    showAgain: async (sent, refused) => {
      const given = readmitted(audience, sent, role);
      return show(await answerOf(given), given, refused);
    },
  });
  return readOperation({
    ...rest,
    path,
    method: "GET",
    access: audience.access(role),
    ...(query === undefined ? {} : { query }),
    ...(params === undefined ? {} : { params }),
    ...(errors === undefined ? {} : { errors }),
    refusal: refusalFor(audience),
    read: async (given) => {
      given.responseHeaders.vary = "Accept";
      if (wantsCsv(given.query)) return csvOf(given);
      const answer = await answerOf(given);
      return prefersHtml(given.header("accept")) ? show(answer, given) : answer;
    },
  });
}
