import type { Sql } from "../../../../db/sql.ts";
import type { AuditRun } from "../../audits/runs/index.ts";
import { toRowFilters } from "./filters.ts";
import type { AnomalyRow } from "./store.ts";
import { pageOfRows } from "./walk.ts";

const SHOWN = 3;

/** The first rows of a run's worst severity, unless all that was found is for information only. */
export async function worstRows(sql: Sql, run: AuditRun): Promise<readonly AnomalyRow[]> {
  const { bad, warn } = run.severityCounts;
  if (bad + warn === 0) return [];
  const filters = toRowFilters({ severity: bad > 0 ? "bad" : "warn" });
  return (await pageOfRows(sql, run, { filters, from: 0, limit: SHOWN })).rows;
}
