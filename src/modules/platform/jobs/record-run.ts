import type { Tx } from "../../../db/sql.ts";
import { recordAudit } from "../audit/index.ts";
import type { RunEnd } from "./end-run.ts";
import type { Job } from "./job.ts";
import { findLastEndedRun, isFailed } from "./store.ts";

/** Starts that nobody asked for. */
const BY_ITSELF = ["schedule", "overdue"];

/**
 * Adds a run to the audit trail, before its end is stored: each run of an audited job, each run that somebody asked
 * for, and of all others the first failed one and the one that ended the failures.
 */
export function recordRun(
  tx: Tx,
  { name, isAudited = false }: Pick<Job<never>, "name" | "isAudited">,
  { trigger, status, detail }: RunEnd & { trigger: string },
): void {
  const hadFailed = isFailed(findLastEndedRun(tx, name)?.status ?? "ok");
  const isTurn = hadFailed !== isFailed(status);
  if (!isAudited && BY_ITSELF.includes(trigger) && !isTurn) return;
  recordAudit(
    tx,
    { kind: "job", name },
    { action: "job.run", subject: `job:${name}`, details: { trigger, status, detail } },
  );
}
