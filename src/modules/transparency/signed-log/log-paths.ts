import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import type { ServedLog, ServedLogs } from "./served-log.ts";
import type { LogRow } from "./store.ts";

/** One year: log content never changes. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

const LogNumber = Type.String({
  pattern: "^[1-9][0-9]{0,3}$",
  examples: ["2"],
  description: "Number of a later log: 2 for the log opened by the first `salute log restart`.",
});

/** The paths of the first log, or those of later logs. */
export interface LogPaths {
  prefix: string;
  /** Suffix of the operation ids. */
  suffix: string;
  /** Suffix of the summaries. */
  about: string;
  logId: (params: Record<string, unknown>) => number;
  params: { log?: typeof LogNumber };
}

export const FIRST_LOG: LogPaths = { prefix: "/log", suffix: "", about: "", logId: () => 1, params: {} };

export const LATER_LOGS: LogPaths = {
  prefix: "/log/{log}",
  suffix: "OfLaterLog",
  about: " of a log opened by a restart",
  logId: ({ log }) => laterId(Number(log)),
  params: { log: LogNumber },
};

/** @throws Problem for the first log, which is served under /log */
function laterId(id: number): number {
  if (id === 1)
    throw new Problem("not_found", "Read the first log at /log: /log/checkpoint, /log/vkey and so on.");
  return id;
}

export function requireLog(logs: ServedLogs, id: number, now: number): ServedLog {
  const log = logs.find(id, now);
  if (log === null) throw notFound("no log has this number");
  return log;
}

/** @throws Problem if log.db holds a history other than the signed one */
export function requireTree(logs: ServedLogs, id: number, now: number): LogRow {
  const { row, isForeign } = requireLog(logs, id, now);
  if (isForeign)
    throw new Problem(
      "not_found",
      "Keep your saved checkpoint: this server holds a different history. Operators: salute doctor shows the cause.",
    );
  return row;
}

export function notFound(cause: string): Problem {
  return new Problem("not_found", `Check the path: ${cause}.`);
}

export function notSigned(): Problem {
  return new Problem(
    "not_found",
    "Read the tiles instead: this log has not been signed yet. Operators: salute doctor shows the cause.",
  );
}
