import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { findTokenId, type TrackedToken } from "../../token/figures/index.ts";
import {
  AUDIT_ERRORS,
  type AuditRun,
  findBaseline,
  findCompleteBefore,
  findLatestComplete,
  findRun,
  RUN_ID,
} from "../audits/runs/index.ts";

/** `latest`, `previous`, `baseline` or a run's id (contract section 15). */
export function RunSelector(description: string, fallback: "latest" | "previous" = "latest") {
  return Type.String({
    pattern: `^(latest|previous|baseline|${RUN_ID})$`,
    "x-expectation": "latest, previous, baseline or a run's id such as 20261121T011000Z",
    default: fallback,
    description: `${description} latest: the complete run of the newest day, otherwise of the newest window; previous: the complete run of the window before; baseline: the run pinned by an operator, otherwise previous.`,
    examples: [fallback],
  });
}

/** The runs of one token. */
export interface Runs {
  sql: Sql;
  /** Null if no chain is configured or it was never read; then there are no runs. */
  tokenId: number | null;
}

/** @param token null if no chain is configured */
export function selectRuns(sql: Sql, token: TrackedToken | null): Runs {
  return { sql, tokenId: token === null ? null : findTokenId(sql, token.source) };
}

/**
 * Returns the selected run; null if `latest`, `previous` or `baseline` names no run. `parameter` gave the selector.
 * @throws Problem run_not_found for an unknown id
 */
export function resolveRun({ sql, tokenId }: Runs, selector: string, parameter = "run"): AuditRun | null {
  if (!isName(selector)) {
    const found = tokenId === null ? null : findRun(sql, tokenId, selector);
    if (found === null) throw runNotFound(parameter);
    return found;
  }
  if (tokenId === null) return null;
  if (selector === "latest") return findLatestComplete(sql, tokenId);
  const pinned = selector === "baseline" ? findBaseline(sql, tokenId) : null;
  return pinned ?? before(sql, tokenId, findLatestComplete(sql, tokenId));
}

/**
 * Returns the baseline of a selected run: the run pinned by an operator, otherwise the previous complete run. A run
 * selected by id and the baseline itself are always compared with the previous complete run. Null if there is none.
 */
export function resolveBaseline(
  { sql, tokenId }: Runs,
  selector: string,
  run: AuditRun | null,
): AuditRun | null {
  if (tokenId === null || run === null) return null;
  const pinned = isName(selector) && selector !== "baseline" ? findBaseline(sql, tokenId) : null;
  return pinned ?? before(sql, tokenId, run);
}

function before(sql: Sql, tokenId: number, run: AuditRun | null): AuditRun | null {
  return run === null ? null : findCompleteBefore(sql, tokenId, run);
}

function isName(selector: string): boolean {
  return selector === "latest" || selector === "previous" || selector === "baseline";
}

export function runNotFound(parameter = "run"): Problem {
  return new Problem(
    AUDIT_ERRORS.run_not_found,
    `Check ${parameter}: no audit run has this id. /transparency/audit-anomalies/runs.json lists all runs.`,
  );
}
