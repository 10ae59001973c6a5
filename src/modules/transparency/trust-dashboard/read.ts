import type { Static } from "@sinclair/typebox";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { type Control, countStatuses, overallOf } from "./control.ts";
import { auditRun } from "./controls/audit-run.ts";
import { authorityControls } from "./controls/authorities.ts";
import { holderConservation } from "./controls/holder-conservation.ts";
import { logHealth } from "./controls/log-health.ts";
import { backupDrill, deliveries, openIncidents, software } from "./controls/operations.ts";
import { proofFreshness } from "./controls/proof-freshness.ts";
import type { TrustDocument } from "./model.ts";
import type { TrustSource } from "./source.ts";

/** All controls, in the order of the document. */
export async function readControls(source: TrustSource, now: number): Promise<Control[]> {
  return [
    ...authorityControls(source),
    holderConservation(source),
    ...proofFreshness(source, now),
    logHealth(source),
    backupDrill(source, now),
    auditRun(source, now),
    await deliveries(source),
    openIncidents(source),
    software(source),
  ];
}

export function trustDocument(
  controls: readonly Control[],
  { token }: TrustSource,
): Static<typeof TrustDocument> {
  return {
    overall: overallOf(controls),
    counts: countStatuses(controls),
    controls: controls.map(({ id, title, status, summary, evidence, checkedAt, log }) => ({
      id,
      title,
      status,
      summary,
      evidence_url: evidence,
      checked_at: isoUtcOrNull(checkedAt),
      log,
    })),
    chain_mode: token?.mode ?? null,
  };
}

/** Time of the last change of any control in Unix milliseconds. */
export function changedAt(controls: readonly Control[], { startedAt }: TrustSource): number {
  const times = controls.map(({ checkedAt, statusSince }) => Math.max(checkedAt ?? 0, statusSince ?? 0));
  return Math.max(startedAt, ...times);
}
