import type { Static } from "@sinclair/typebox";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { CONTROL_KINDS, type Control, countStatuses, judgeOverall, type KindedControl } from "./control.ts";
import { auditRun } from "./controls/audit-run.ts";
import { authorityControls } from "./controls/authorities.ts";
import { holderConservation } from "./controls/holder-conservation.ts";
import { logHealth } from "./controls/log-health.ts";
import { backupDrill, deliveries, openIncidents, software } from "./controls/operations.ts";
import { ownerShare } from "./controls/owner-share.ts";
import { proofFreshness } from "./controls/proof-freshness.ts";
import type { TrustDocument } from "./model.ts";
import type { TrustSource } from "./source.ts";

/** All controls, in the order of the document: evidence before freshness. */
export async function readControls(source: TrustSource, now: number): Promise<KindedControl[]> {
  const controls: Record<KindedControl["kind"], Control[]> = {
    evidence: [...(source.usesChain ? chainControls(source, now) : []), logHealth(source)],
    operations: [openIncidents(source), backupDrill(source, now), await deliveries(source), software(source)],
    freshness: proofFreshness(source, now),
  };
  return CONTROL_KINDS.flatMap((kind) => controls[kind].map((control) => ({ kind, ...control })));
}

function chainControls(source: TrustSource, now: number): Control[] {
  return [
    ...authorityControls(source),
    holderConservation(source),
    ownerShare(source),
    auditRun(source, now),
  ];
}

export function trustDocument(
  controls: readonly KindedControl[],
  { token }: TrustSource,
): Static<typeof TrustDocument> {
  return {
    overall: judgeOverall(controls),
    counts: countStatuses(controls),
    controls: controls.map(({ id, kind, title, status, summary, evidence, checkedAt, log }) => ({
      id,
      kind,
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
