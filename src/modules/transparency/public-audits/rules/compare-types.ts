import { ANOMALY_TYPES, type AnomalyType } from "../../audits/detectors/index.ts";
import { changePct } from "./percent.ts";

/** Number of rows of one type in two runs. */
export interface TypeDelta {
  type: AnomalyType;
  /** In the reference run. */
  selected: number;
  /** In the compared run. */
  latest: number;
  /** latest − selected */
  delta: number;
  /** delta in per cent of `selected`, rounded to 2 decimals; null if `selected` is 0. */
  pct_delta: number | null;
}

type TypeCounts = Readonly<Partial<Record<AnomalyType, number>>>;

/** One row per type found by either run, sorted by name. */
export function compareTypes(selected: TypeCounts, latest: TypeCounts): TypeDelta[] {
  return ANOMALY_TYPES.toSorted().flatMap((type) => {
    const [before, after] = [selected[type] ?? 0, latest[type] ?? 0];
    if (before === 0 && after === 0) return [];
    const delta = after - before;
    return { type, selected: before, latest: after, delta, pct_delta: changePct(delta, before) };
  });
}
