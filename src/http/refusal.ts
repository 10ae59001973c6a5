import { isSqliteError } from "../db/sql.ts";
import { WriteUnavailable } from "../db/writer.ts";
import { describeError } from "../kit/log.ts";
import type { Exchange } from "./exchange.ts";
import { Problem } from "./problem.ts";
import { jsonResponse, problemBody } from "./respond.ts";
import type { HttpServices } from "./services.ts";

/** The answer to anything thrown. A cause unknown to us is a 500 whose detail stays in the log. */
export function refuse(
  error: unknown,
  exchange: Exchange,
  services: HttpServices,
  forPartner: boolean,
): Response {
  const problem = error instanceof Problem ? error : unexpected(error, exchange, services);
  exchange.refusal = problem.code;
  const headers = { ...exchange.headers, ...problem.options.headers, "cache-control": "no-store" };
  return jsonResponse(problem.status, problemBody(problem, exchange.requestId, forPartner), headers);
}

/** What SQLite reports of locks, disks and memory: faults of the moment, not of the request or the file. */
const PASSING = ["BUSY", "LOCKED", "PROTOCOL", "FULL", "IOERR", "READONLY", "CANTOPEN", "NOMEM"].map(
  (kind) => `SQLITE_${kind}`,
);

function unexpected(error: unknown, exchange: Exchange, services: HttpServices): Problem {
  services.log.error("request failed", { request_id: exchange.requestId, error: describeError(error) });
  if (error instanceof WriteUnavailable || PASSING.some((code) => isSqliteError(error, code))) {
    return new Problem("db_unavailable", "Retry in a moment: the database could not be reached.", {
      headers: { "retry-after": "1" },
    });
  }
  return new Problem("server_error", "Retry in a moment, and report the request_id if it stays.");
}
