import { PROOFS, proofPath, publishProof } from "../../proofs/index.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control, ControlStatus } from "../control.ts";
import type { TrustSource } from "../source.ts";

const STATUSES = { fresh: "ok", stale: "warn", missing: "unknown" } as const satisfies Record<
  string,
  ControlStatus
>;

/** Whether each proof is as new as it should be. */
export function proofFreshness({ live, log, token, startedAt }: TrustSource, now: number): Control[] {
  return PROOFS.map((proof): Control => {
    const published = token === null ? null : publishProof({ live, log, token, startedAt }, proof, now);
    const freshness = published?.statement.freshness_status ?? "missing";
    const takenAt = published?.found?.takenAt ?? null;
    return {
      id: `freshness_${proof.name.replace(/_freshness$/, "")}`,
      title: `The proof "${proof.title}" is fresh`,
      status: STATUSES[freshness],
      summary:
        freshness === "missing"
          ? "Its figures were not read yet."
          : `Its figures count as stale after ${proof.limitHours} h and are ${freshness}.`,
      evidence: published === null ? "/proofs" : proofPath(proof),
      checkedAt: takenAt,
      ...(published === null || takenAt === null ? {} : { standsSince: published.changedAt }),
      log: takenAt === null ? null : placeOfKind(log, proof.name),
    };
  });
}
