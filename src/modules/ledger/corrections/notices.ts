import type { Sql } from "../../../db/sql.ts";
import type { Notice } from "../../platform/notices/index.ts";
import { countWaitingAdjustments } from "./adjustments/store.ts";
import { countWaitingReversals } from "./reversals/store.ts";

/** Corrections of the ledger that wait for another operator's approval. */
export function correctionNotices(sql: Sql): Notice[] {
  return [
    ...waiting(countWaitingReversals(sql), ["reversal waits", "reversals wait"], "/admin/ledger/reversals"),
    ...waiting(
      countWaitingAdjustments(sql),
      ["adjustment waits", "adjustments wait"],
      "/admin/ledger/adjustments",
    ),
  ];
}

function waiting(count: number, [one, more]: readonly [one: string, more: string], path: string): Notice[] {
  if (count === 0) return [];
  return [{ status: "warn", message: `${count} ${count === 1 ? one : more} for approval.`, path }];
}
