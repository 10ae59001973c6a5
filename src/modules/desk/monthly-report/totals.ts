import { sum } from "../../../kit/figures.ts";
import { formatDecimal, parseDecimal } from "../../../kit/money.ts";
import type { PartnerMonth } from "../../ledger/months/index.ts";
import type { MonthlyReport, PartnerReport } from "./model.ts";
import { PLACES, type SettlementSum } from "./settlements.ts";

type Totals = MonthlyReport["totals"];
type Deliveries = Totals["deliveries"];

/** Requests and deliveries of all partners of a report. */
export function sumCounts(partners: readonly PartnerReport[]): Omit<Totals, "ledger" | "settlements"> {
  const keys = partners.flatMap(({ usage }) => usage);
  const delivered = (state: keyof Deliveries) => sum(partners.map(({ deliveries }) => deliveries[state]));
  return {
    requests: sum(keys.map(({ requests }) => requests)),
    errors: sum(keys.map(({ errors }) => errors)),
    server_errors: sum(keys.map(({ server_errors }) => server_errors)),
    deliveries: {
      created: delivered("created"),
      delivered: delivered("delivered"),
      waiting: delivered("waiting"),
      dead_letters: delivered("dead_letters"),
      cancelled: delivered("cancelled"),
    },
  };
}

/** The month of several partners together; verified if that of each with entries is. */
export function sumMonths(months: readonly PartnerMonth[]): PartnerMonth {
  const times = months.flatMap(({ verifiedAt, entries, closing }) =>
    entries === 0 && closing === 0n ? [] : [verifiedAt],
  );
  return {
    opening: months.reduce((total, { opening }) => total + opening, 0n),
    movements: months.flatMap(({ movements }) => movements),
    closing: months.reduce((total, { closing }) => total + closing, 0n),
    entries: sum(months.map(({ entries }) => entries)),
    verifiedAt: times.includes(null) || times.length === 0 ? null : Math.max(...times.map(Number)),
  };
}

/** Settlements of several partners by kind, state and currency. */
export function sumSettled(rows: readonly SettlementSum[]): SettlementSum[] {
  const groups = Map.groupBy(rows, ({ pays_for, state, currency }) => `${pays_for} ${state} ${currency}`);
  return [...groups.values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const amount = of.reduce((total, row) => total + (parseDecimal(row.amount, PLACES) ?? 0n), 0n);
    return {
      ...first,
      count: sum(of.map(({ count }) => count)),
      amount: formatDecimal(amount, PLACES),
      salutes: first.salutes === null ? null : sum(of.map(({ salutes }) => salutes)),
    };
  });
}
