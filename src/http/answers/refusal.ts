import { isPassing } from "../../db/sql.ts";
import { WriteUnavailable } from "../../db/write-errors.ts";
import { describeError } from "../../kit/process/log.ts";
import type { Operation } from "../operation.ts";
import type { Call } from "../services.ts";
import { prefersHtml } from "./prefers.ts";
import { Problem } from "./problem.ts";
import { isRefusalReason, type RefusalReason } from "./refusal-reason.ts";
import { jsonResponse, problemBody } from "./respond.ts";

/** The kind of caller and the form of the refusal. */
interface RefusalForm {
  forPartner: boolean;
  /** Null if no operation was found. */
  operation: Operation | null;
}

/** The answer to any error. An unknown cause gives a 500 with its detail only in the log. */
export function refuse(error: unknown, call: Call, { forPartner, operation }: RefusalForm): Response {
  const { exchange } = call;
  const problem = error instanceof Problem ? error : unexpected(error, call);
  exchange.refusal = problem.code;
  exchange.refusalReason = problem.options.reason ?? reasonFor(problem.code);
  const isPrivate = exchange.headers["cache-control"]?.startsWith("private") === true;
  const cacheControl = isPrivate ? "private, no-store" : "no-store";
  const headers = { ...exchange.headers, ...problem.options.headers, "cache-control": cacheControl };
  const page = showPage(problem, call, operation);
  if (page === null) {
    const body = problemBody(problem, exchange.requestId, forPartner);
    return jsonResponse(problem.status, { ...body, ...operation?.refusalMembers }, headers);
  }
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}

/** The reason of a 403 that names none: its code, if it is a module's own. */
function reasonFor(code: string): RefusalReason {
  return isRefusalReason(code) ? code : "other";
}

/** The page for a browser's request, if the operation has one for refusals. */
function showPage(
  problem: Problem,
  { exchange, services }: Call,
  operation: Operation | null,
): Response | null {
  const { request, target, requestId, context } = exchange;
  const isBrowser = prefersHtml(request.headers.get("accept"));
  if (!isBrowser || operation?.refusal === undefined) return null;
  try {
    const header = (name: string) => request.headers.get(name);
    return operation.refusal(problem, { requestId, target: target.whole, header, context });
  } catch (error) {
    services.log.error("a refusal could not be shown", {
      request_id: requestId,
      error: describeError(error),
    });
    return null;
  }
}

function unexpected(error: unknown, { exchange, services }: Call): Problem {
  const { log } = services;
  const { requestId: request_id } = exchange;
  if (error instanceof WriteUnavailable || isPassing(error)) {
    // No stack: on a full disk every change ends here.
    log.warn("the database could not be reached", { request_id, error: reasonOf(error) });
    return new Problem("db_unavailable", "Retry in a moment: the database could not be reached.", {
      headers: { "retry-after": "1" },
    });
  }
  log.error("request failed", { request_id, error: describeError(error) });
  return new Problem("server_error", "Retry in a moment, and report the request_id if it stays.");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonOf(error.cause)}`;
}
