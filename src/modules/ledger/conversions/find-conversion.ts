import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import { type ConversionRow, findConversion } from "./store.ts";

/**
 * A conversion that may be settled or failed now. Refused in safe mode, because a conversion restored from a backup
 * may have been paid since (contract section 12).
 * @throws Problem safe_mode, not_found, state_conflict
 */
export function requirePending(sql: Sql, id: number): ConversionRow {
  refuseInSafeMode(readSafeMode(sql)?.reason ?? null);
  const row = findConversion(sql, id);
  if (row === null) throw new Problem("not_found", `Check the id: there is no conversion ${id}.`);
  if (row.state !== "pending_settlement") {
    throw new Problem(
      "state_conflict",
      `Leave conversion ${id} as it is: it is ${row.state}, and only a pending one can be settled or failed.`,
    );
  }
  return row;
}
