import { fromHundredths } from "../../../kit/money.ts";
import type { PartnerMonth } from "../../ledger/months/index.ts";
import type { KindMovement, ReasonMovement } from "./model.ts";

type Row = PartnerMonth["movements"][number];
type Sums = Pick<Row, "credits" | "credited" | "debits" | "debited">;
type ShownSums = Pick<ReasonMovement, keyof Sums>;

/** Reasons of a report that are listed alone. */
export const MOST_REASONS = 200;

/** A month's movements by kind, in alphabetical order. */
export function movementsByKind(rows: readonly Row[]): KindMovement[] {
  return [...Map.groupBy(rows, ({ kind }) => kind)]
    .map(([kind, of]) => ({ kind, ...viewSums(sumOf(of)) }))
    .sort((a, b) => a.kind.localeCompare(b.kind));
}

/** A month's movements by reason, the largest first; the last one sums those beyond the limit. */
export function movementsByReason(rows: readonly Row[]): ReasonMovement[] {
  const size = ({ credited, debited }: Sums) => Number(credited + debited);
  const sorted = rows.toSorted((a, b) => size(b) - size(a));
  const others = sorted.slice(MOST_REASONS);
  const listed = sorted
    .slice(0, MOST_REASONS)
    .map(({ reason, kind, ...sums }) => ({ reason, kind, ...withNet(sums) }));
  if (others.length === 0) return listed;
  const reason = `${others.length} other reasons`;
  return [...listed, { reason, kind: "other", ...withNet(sumOf(others)) }];
}

function withNet(sums: Sums): Omit<ReasonMovement, "reason" | "kind"> {
  return { ...viewSums(sums), net: fromHundredths(sums.credited - sums.debited) };
}

function viewSums({ credits, credited, debits, debited }: Sums): ShownSums {
  return { credits, credited: fromHundredths(credited), debits, debited: fromHundredths(debited) };
}

function sumOf(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, { credits, credited, debits, debited }) => ({
      credits: sum.credits + credits,
      credited: sum.credited + credited,
      debits: sum.debits + debits,
      debited: sum.debited + debited,
    }),
    { credits: 0, credited: 0n, debits: 0, debited: 0n },
  );
}
