import { formatDecimal, fromHundredths, parseDecimal } from "../../../kit/money.ts";
import type { MonthlyReport, PartnerReport } from "./model.ts";

type Totals = MonthlyReport["totals"];
type Deliveries = Totals["deliveries"];
type Ledger = Totals["ledger"];

/** Sums over all partners of a report. */
export function sumPartners(partners: readonly PartnerReport[]): Totals {
  const keys = partners.flatMap(({ usage }) => usage);
  const sum = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const delivered = (state: keyof Deliveries) => sum(partners, ({ deliveries }) => deliveries[state]);
  return {
    ledger: totalLedger(partners.map(({ ledger }) => ledger)),
    settlements: totalSettlements(partners.flatMap(({ settlements }) => settlements)),
    requests: sum(keys, ({ requests }) => requests),
    errors: sum(keys, ({ errors }) => errors),
    server_errors: sum(keys, ({ server_errors }) => server_errors),
    deliveries: {
      created: delivered("created"),
      delivered: delivered("delivered"),
      waiting: delivered("waiting"),
      dead_letters: delivered("dead_letters"),
      cancelled: delivered("cancelled"),
    },
  };
}

function totalLedger(ledgers: readonly Ledger[]): Ledger {
  const total: Ledger = { opening: 0, movements: [], closing: 0, entries: 0, verified_at: null };
  const kinds = new Map<string, Ledger["movements"][number]>();
  for (const { opening, movements, closing, entries } of ledgers) {
    total.opening = exactSum(total.opening, opening);
    total.closing = exactSum(total.closing, closing);
    total.entries += entries;
    for (const each of movements) {
      const of = kinds.get(each.kind);
      kinds.set(
        each.kind,
        of === undefined
          ? each
          : {
              kind: each.kind,
              credits: of.credits + each.credits,
              credited: exactSum(of.credited, each.credited),
              debits: of.debits + each.debits,
              debited: exactSum(of.debited, each.debited),
            },
      );
    }
  }
  const times = ledgers.flatMap(({ verified_at, entries, closing }) =>
    entries === 0 && closing === 0 ? [] : [verified_at],
  );
  total.verified_at = times.includes(null) ? null : (times.toSorted().at(-1) ?? null);
  total.movements = [...kinds.values()].sort((a, b) => a.kind.localeCompare(b.kind));
  return total;
}

/** The sum of two amounts in salutes, added in whole hundredths. */
function exactSum(a: number, b: number): number {
  return fromHundredths(Math.round(a * 100) + Math.round(b * 100));
}

const PLACES = 18;

function totalSettlements(rows: Totals["settlements"]): Totals["settlements"] {
  const sums = new Map<string, Totals["settlements"][number]>();
  for (const row of rows) {
    const name = `${row.pays_for} ${row.state} ${row.currency}`;
    const of = sums.get(name);
    if (of === undefined) {
      sums.set(name, row);
      continue;
    }
    const amount = (parseDecimal(of.amount, PLACES) ?? 0n) + (parseDecimal(row.amount, PLACES) ?? 0n);
    const salutes = row.salutes === null ? of.salutes : exactSum(of.salutes ?? 0, row.salutes);
    sums.set(name, { ...of, count: of.count + row.count, amount: formatDecimal(amount, PLACES), salutes });
  }
  return [...sums.values()];
}
