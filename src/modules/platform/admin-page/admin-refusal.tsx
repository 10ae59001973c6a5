/** @jsxImportSource preact */

import type { Problem } from "../../../http/answers/problem.ts";
import type { Context, Operation, OperatorActor } from "../../../http/operation.ts";
import {
  AdminLayout,
  htmlResponse,
  problemResponse,
  type Reader,
  SignInPage,
  type Site,
  showRefusedForm,
} from "../../../pages/index.ts";
import { adminStateOf, findFormPage } from "./form-page.ts";

/** Forbids storing or indexing operators' pages. */
export const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

type Refusal = NonNullable<Operation["refusal"]>;

/**
 * Callers without access see the sign-in form. A refused form is shown again on its page with the input kept; any
 * other error keeps the operators' navigation.
 */
export function adminRefusal(site: Site): Refusal {
  return (problem, { requestId, target, context }) => {
    const { status, message } = problem;
    if (context === null && problem.code === "forbidden") {
      const page = <SignInPage site={site} next={target} message={message} />;
      return htmlResponse(page, { status, headers: PRIVATE });
    }
    const actor = context?.actor;
    if (context === null || actor?.kind !== "operator")
      return problemResponse({ site, status, message, requestId });
    const plain = () => problemPage({ site, reader: readerOf(actor), problem, requestId });
    if (context.method !== "POST") return plain();
    const again = formAgain(site, { actor, context, problem, target });
    return again === null ? plain() : streamed(again, plain, status);
  };
}

interface RefusedRequest {
  actor: OperatorActor;
  context: Context;
  problem: Problem;
  target: string;
}

/** The form's page with the submitted input; null if no known page contains the form. */
function formAgain(
  site: Site,
  { actor, context, problem, target }: RefusedRequest,
): Promise<Response> | null {
  const found = findFormPage(adminStateOf(site), actor.role, { target, referer: context.header("referer") });
  if (found === null) return null;
  const { page, params, query } = found;
  const shown = page.show(contextOfPage(context, { actor, params, query }));
  const entered = (context.body ?? {}) as Record<string, unknown>;
  const faults = problem.options.details ?? [];
  const { message } = problem;
  return shown.then(async (response) => {
    const html = showRefusedForm(await response.text(), { action: target, message, faults, entered });
    return new Response(html, { headers: response.headers });
  });
}

/** The context of the page that shows a refused form again: the form's context, as a GET of the page. */
function contextOfPage(form: Context, own: Pick<Context, "actor" | "params" | "query">): Context {
  const { address, baseUrl, db, intent, now, requestId, userAgent } = form;
  const header = (name: string) => form.header(name);
  const kept = { address, baseUrl, db, header, intent, now, requestId, userAgent };
  return { ...kept, ...own, method: "GET", body: {}, responseHeaders: {} };
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

interface ProblemPageProps {
  site: Site;
  reader: Reader;
  problem: Problem;
  requestId: string;
}

function problemPage({ site, reader, problem, requestId }: ProblemPageProps): Response {
  const { status, message } = problem;
  const page = (
    <AdminLayout site={site} reader={reader} path="" title={status === 404 ? "Not found" : "Not done"}>
      <p class="lead">{message}</p>
      <p>
        <small>
          Status {status}, request <code>{requestId}</code>
        </small>
      </p>
    </AdminLayout>
  );
  return htmlResponse(page, { status, headers: PRIVATE });
}

export function readerOf({ name, role, session }: OperatorActor): Reader {
  return { name, role, csrfToken: session?.csrfToken ?? null };
}
