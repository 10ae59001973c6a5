import { ANOMALY_TYPES, type AnomalyType } from "../../audits/detectors/index.ts";
import { changePct } from "./percent.ts";

/** Rows of one type in two runs. */
export interface TypeDelta {
  type: AnomalyType;
  /** Rows of the run compared with. */
  selected: number;
  /** Rows of the run compared. */
  latest: number;
  /** latest − selected */
  delta: number;
  /** Of `selected`, 2 decimals; null on a base of 0. */
  pct_delta: number | null;
}

type TypeCounts = Readonly<Partial<Record<AnomalyType, number>>>;

/** One row per type that either run has, by name. */
export function compareTypes(selected: TypeCounts, latest: TypeCounts): TypeDelta[] {
  return ANOMALY_TYPES.toSorted().flatMap((type) => {
    const [before, after] = [selected[type] ?? 0, latest[type] ?? 0];
    if (before === 0 && after === 0) return [];
    const delta = after - before;
    return { type, selected: before, latest: after, delta, pct_delta: changePct(delta, before) };
  });
}
