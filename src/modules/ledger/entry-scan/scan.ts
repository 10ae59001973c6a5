import type { Sql } from "../../../db/sql.ts";
import type { Finding } from "../../platform/invariants/index.ts";
import { KIND } from "../months/index.ts";
import { BalanceCheck } from "./balances.ts";
import type { EntryCheck, ScannedEntry } from "./entry.ts";
import { HourCheck } from "./hours.ts";
import { MonthCheck } from "./months.ts";

/** An entry, or a user before all of these: then user_id is null, and `balance_after` is the balance. */
type Step = ScannedEntry | (Pick<ScannedEntry, "id" | "partner_id" | "balance_after"> & { user_id: null });

/**
 * Users and entries of one snapshot, in their tables' own order: by user, nearly every entry would be read from a page of
 * its own, which takes several times as long.
 */
const STEPS = `SELECT id, partner_id, NULL AS user_id, NULL AS delta, balance AS balance_after, NULL AS reason,
      NULL AS created_at, NULL AS kind FROM users WHERE id BETWEEN ?1 AND ?2
  UNION ALL SELECT id, partner_id, user_id, delta, balance_after, reason, created_at, ${KIND}
    FROM ledger_entries NOT INDEXED WHERE ?3 OR user_id BETWEEN ?1 AND ?2`;

/** Users whose state is in memory at once, with 20 bytes each: 84 MB. */
const USERS_A_PASS = 1 << 22;

/** The rows read leave garbage, which grows by 30 MB more if the collector is left to choose its time. */
const ROWS_A_COLLECTION = 1 << 18;

/** A check that could not begin, such as on a damaged table of its own: the others go on. */
interface Failed {
  error: unknown;
}

/** Only the findings stay in memory. */
type Scanned = Record<"balances" | "hours" | "months", Finding | Failed>;

/** Reads all entries once for the checks that need each of them; with millions of users, again for the others' balances. */
export function scanEntries(sql: Sql): Scanned {
  const newest = sql.get<{ id: number | null }>("SELECT MAX(id) AS id FROM users")?.id ?? 0;
  const balances = new BalanceCheck(Math.min(newest, USERS_A_PASS));
  const hours = begin(() => new HourCheck(sql));
  const months = begin(() => new MonthCheck(sql));
  const others = [hours, months].filter((check) => "see" in check);
  for (let first = 1; first === 1 || first <= newest; first += USERS_A_PASS) {
    const last = Math.min(first + USERS_A_PASS - 1, newest);
    balances.begin(first);
    const checks: EntryCheck[] = first === 1 ? [balances, ...others] : [balances];
    for (const step of sql.iterate<Step>(STEPS, first, last, first === 1 ? 1 : 0)) {
      if (step.user_id === null) balances.start(step);
      else for (const check of checks) check.see(step);
      if (step.id % ROWS_A_COLLECTION === 0) Bun.gc(true);
    }
    balances.endPass();
  }
  return { balances: balances.end(), hours: end(hours), months: end(months) };
}

function begin(check: () => EntryCheck): EntryCheck | Failed {
  try {
    return check();
  } catch (error) {
    return { error };
  }
}

function end(check: EntryCheck | Failed): Finding | Failed {
  return "end" in check ? check.end() : check;
}
