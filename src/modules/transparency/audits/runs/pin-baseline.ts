import type { Sql, Tx } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { readSetting, writeSetting } from "../../../platform/state/index.ts";
import { AUDIT_ERRORS } from "./errors.ts";
import { findRun, setBaseline } from "./store.ts";

interface BaselineInput {
  /** Null until the chain was first read. */
  tokenId: number | null;
  run: string | null;
}

/**
 * Pins a run as the baseline; a null `run` unpins it.
 * @throws Problem run_not_found; state_conflict if the run is incomplete
 */
export function pinBaseline(tx: Tx, actor: Actor, { tokenId, run }: BaselineInput): void {
  if (run !== null) {
    const found = tokenId === null ? null : findRun(tx, tokenId, run);
    if (found === null)
      throw new Problem(AUDIT_ERRORS.run_not_found, `Enter the id of another run: ${run} does not exist.`);
    if (!found.isComplete) throw new Problem("state_conflict", `Pin a complete run: ${run} is incomplete.`);
  }
  if (tokenId !== null) {
    setBaseline(tx, tokenId, run);
    writeSetting(tx, changedSetting(tokenId), String(tx.now));
  }
  recordAudit(tx, actor, { action: "audit.baseline", subject: run ?? "none", details: {} });
}

/** Unix milliseconds at which a run was last pinned or unpinned; 0 before. */
export function baselineChangedAt(sql: Sql, tokenId: number): number {
  return Number(readSetting(sql, changedSetting(tokenId)) ?? 0);
}

function changedSetting(tokenId: number): string {
  return `audit_baseline_changed_at.${tokenId}`;
}
