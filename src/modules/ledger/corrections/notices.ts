import type { Sql } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { countedNotice, type Notice } from "../../platform/notices/index.ts";
import { tallyWaitingAdjustments } from "./adjustments/store.ts";
import { tallyWaitingReversals } from "./reversals/store.ts";
import type { WaitingCorrections } from "./waiting.ts";

/** Corrections of the ledger that wait for another operator's approval. */
export function correctionNotices(sql: Sql): Notice[] {
  return [
    ...waiting(tallyWaitingReversals(sql), {
      id: "reversals_to_approve",
      title: "Reversals that wait for a second operator",
      path: "/admin/ledger/reversals?state=waiting_approval",
    }),
    ...waiting(tallyWaitingAdjustments(sql), {
      id: "adjustments_to_approve",
      title: "Adjustments that wait for a second operator",
      path: "/admin/ledger/adjustments?state=waiting_approval",
    }),
  ];
}

function waiting(
  { count, total, oldest_at: oldestAt }: WaitingCorrections,
  what: Pick<Notice, "id" | "title" | "path">,
): Notice[] {
  const sums = [{ amount: fromHundredths(total).toLocaleString("en"), unit: "salutes" }];
  return countedNotice({ count, oldestAt, sums }, { ...what, status: "warn" });
}
