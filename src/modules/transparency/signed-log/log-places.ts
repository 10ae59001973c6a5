import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import type { ServedLog, ServedLogs } from "./served-log.ts";
import type { LogRow } from "./store.ts";

const Later = Type.String({
  pattern: "^[1-9][0-9]{0,3}$",
  examples: ["2"],
  description: "The number of a later log: 2 for the one that the first `salute log restart` opened.",
});

/** One place that a log's parts are served at: the first log's, or those of later ones. */
export interface Place {
  prefix: string;
  suffix: string;
  about: string;
  logId: (params: Record<string, unknown>) => number;
  params: { log?: typeof Later };
}

export const FIRST: Place = { prefix: "/log", suffix: "", about: "", logId: () => 1, params: {} };

export const LATER: Place = {
  prefix: "/log/{log}",
  suffix: "OfLaterLog",
  about: " of a log that a restart opened",
  logId: ({ log }) => laterId(Number(log)),
  params: { log: Later },
};

/** @throws Problem for the first log, whose address is another */
function laterId(id: number): number {
  if (id === 1)
    throw new Problem("not_found", "Read the first log at /log: /log/checkpoint, /log/vkey and so on.");
  return id;
}

export function logOf(logs: ServedLogs, id: number, now: number): ServedLog {
  const log = logs.find(id, now);
  if (log === null) throw missing("log of this number");
  return log;
}

/** @throws Problem where the tree is not the one that was signed */
export function treeOf(logs: ServedLogs, id: number, now: number): LogRow {
  const { row, isForeign } = logOf(logs, id, now);
  if (isForeign)
    throw new Problem(
      "not_found",
      "Keep the checkpoint that you have: what is stored here is another history. Operators: salute doctor tells why.",
    );
  return row;
}

export function missing(what: string): Problem {
  return new Problem("not_found", `Check the path: there is no ${what}.`);
}

export function notSigned(): Problem {
  return new Problem(
    "not_found",
    "Read the tiles meanwhile: this log was never signed. Operators: salute doctor tells why.",
  );
}
