/** @jsxImportSource preact */

import { type FieldFault, Problem } from "../../../http/answers/problem.ts";
import type { Context, Operation } from "../../../http/operation.ts";
import {
  FORM_PAGE,
  faultTexts,
  htmlResponse,
  problemResponse,
  type RefusedForm,
} from "../../../pages/index.ts";
import { type Audience, type PageActor, toReader } from "./audience.ts";
import { type FoundPage, findFormPage, findPage, type PageState } from "./page-state.ts";

/** Forbids storing or indexing pages of a session. */
export const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

type Refusal = NonNullable<Operation["refusal"]>;

/**
 * Callers without access see the way in. A refused form, or a page's refused filter, is shown again on its page with
 * the input kept; any other error keeps the navigation.
 */
export function refusalFor<Who extends PageActor>(audience: Audience<Who>): Refusal {
  const { site, state } = audience;
  return (problem, { requestId, target, context }) => {
    const { status, message } = problem;
    if (context === null && problem.code === "forbidden")
      return audience.refuseEntry(problem, { requestId, target });
    const actor = context === null ? null : audience.find(context.actor);
    if (context === null || actor === null) return problemResponse({ site, status, message, requestId });
    const plain = () => problemPage({ audience, actor, problem, requestId });
    const refused = { actor, context, problem, target };
    const again = context.method === "POST" ? formAgain(state, refused) : filterAgain(state, refused);
    return again === null ? plain() : streamed(again, plain, status);
  };
}

interface RefusedRequest {
  actor: PageActor;
  context: Context;
  problem: Problem;
  target: string;
}

/** The form's page with the submitted input; null if no known page contains the form. */
function formAgain(state: PageState, refused: RefusedRequest): Promise<Response> | null {
  const { context, problem, target } = refused;
  const { [FORM_PAGE]: named, ...entered } = context.entered as Record<string, unknown>;
  const found = findFormPage(state, { target, named });
  if (found === null) return null;
  const { details: faults = [] } = problem.options;
  return pageAgain(found, refused, { action: target, method: "post", entered, faults });
}

/**
 * The page without the refused parts of its query, which stand in its filter as entered; null for other errors. What only
 * the page can judge is refused once it is built: each time, at least one more parameter is left out.
 */
function filterAgain(
  state: PageState,
  refused: RefusedRequest,
  faults = queryFaults(refused.problem),
): Promise<Response> | null {
  const { target } = refused;
  if (faults.length === 0) return null;
  const names = faults.map(({ field }) => field);
  const found = findPage(state, { address: target, refused: names });
  if (found === null) return null;
  const [action = "", query = ""] = target.split("?", 2);
  const entered = enteredOf(query);
  return pageAgain(found, refused, { action, method: "get", entered, faults }).catch((cause: unknown) => {
    const more = queryFaults(cause).filter(({ field }) => field in entered && !names.includes(field));
    if (more.length === 0) throw cause;
    return filterAgain(state, refused, [...faults, ...more]) ?? Promise.reject(cause);
  });
}

/** The parameters that a 400 names. */
function queryFaults(cause: unknown): readonly FieldFault[] {
  return cause instanceof Problem && cause.status === 400 ? (cause.options.details ?? []) : [];
}

/** A parameter that is there several times has several values. */
function enteredOf(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

interface SentForm extends Pick<RefusedForm, "action" | "method" | "entered"> {
  faults: readonly FieldFault[];
}

/** The page with the form in it as it was sent, the error's message and each fault. */
function pageAgain(
  found: FoundPage,
  { actor, context, problem }: RefusedRequest,
  form: SentForm,
): Promise<Response> {
  const refused = { ...form, message: problem.message, faults: faultTexts(form.faults) };
  return found.page.showAgain(contextOfPage(context, { actor, ...found }), refused);
}

/** The context of the page that shows a refused form again: the form's context, as a GET of the page. */
function contextOfPage(
  form: Context,
  {
    actor,
    params,
    query,
    address: target,
  }: Pick<FoundPage, "params" | "query" | "address"> & { actor: PageActor },
): Context {
  const { address, baseUrl, db, intent, now, requestId, userAgent } = form;
  const header = (name: string) => form.header(name);
  const requireClient = () => form.requireClient();
  const kept = { address, baseUrl, db, header, intent, now, requestId, requireClient, userAgent };
  return { ...kept, actor, params, query, target, method: "GET", body: {}, entered: {}, responseHeaders: {} };
}

/** The status is sent at once, and the page's bytes follow. If the page fails, the message is shown alone. */
function streamed(page: Promise<Response>, plain: () => Response, status: number): Response {
  const start = plain();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const shown = await page.catch(() => start);
      controller.enqueue(new Uint8Array(await shown.arrayBuffer()));
      controller.close();
    },
  });
  return new Response(body, { status, headers: start.headers });
}

interface ProblemPageProps<Who extends PageActor> {
  audience: Audience<Who>;
  actor: Who;
  problem: Problem;
  requestId: string;
}

function problemPage<Who extends PageActor>({
  audience: { Frame, site, embeddedBy },
  actor,
  problem,
  requestId,
}: ProblemPageProps<Who>): Response {
  const { status, message } = problem;
  const content = (
    <>
      <p class="lead">{message}</p>
      <p>
        <small>
          Status {status}, request <code>{requestId}</code>
        </small>
      </p>
    </>
  );
  const title = status === 404 ? "Not found" : "Not done";
  const reader = toReader(actor);
  const origins = embeddedBy(actor);
  const frame = { site, reader, title, content, isEmbedded: origins.length > 0 };
  const page = <Frame {...frame} path="" notice={null} forms={null} />;
  return htmlResponse(page, { status, headers: PRIVATE, embeddedBy: origins });
}
