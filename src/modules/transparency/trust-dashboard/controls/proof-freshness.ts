import { PROOFS, proofPath, publishProof } from "../../proofs/index.ts";
import { placeOfKind } from "../../signed-log/index.ts";
import type { Control, ControlStatus } from "../control.ts";
import type { TrustSource } from "../source.ts";

const STATUSES = { fresh: "ok", stale: "warn", missing: "unknown" } as const satisfies Record<
  string,
  ControlStatus
>;

/** Freshness of each proof. */
export function proofFreshness(source: TrustSource, now: number): Control[] {
  return PROOFS.filter(({ readsChain }) => source.usesChain || !readsChain).map((proof): Control => {
    const published = publishProof(source, proof, now);
    const freshness = published?.statement.freshness_status ?? "missing";
    const takenAt = published?.found?.takenAt ?? null;
    return {
      id: `freshness_${proof.name.replace(/_freshness$/, "")}`,
      title: `The proof "${proof.title}" is fresh`,
      status: STATUSES[freshness],
      summary:
        freshness === "missing"
          ? "Its figures have not been read yet."
          : `Its figures are ${freshness}; they become stale after ${proof.limitHours} h.`,
      evidence:
        published === null || (proof.readsChain && source.token === null) ? "/proofs" : proofPath(proof),
      checkedAt: takenAt,
      ...(published === null || takenAt === null ? {} : { statusSince: published.changedAt }),
      log: takenAt === null ? null : placeOfKind(source.log, proof.name),
    };
  });
}
