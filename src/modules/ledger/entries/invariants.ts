import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { users } from "../../../db/tables/users.ts";
import { fromHundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { findingOf, type Invariant, noRows } from "../../platform/invariants/index.ts";

/** A user with one entry; the entry's columns are null if the user has none. */
interface Step
  extends Pick<RowOf<typeof ledgerEntries>, "partner_id" | "user_id" | "delta" | "balance_after">,
    Pick<RowOf<typeof users>, "balance"> {
  entry_id: number | null;
  entry_partner_id: number;
}

/** Follows the rows' own order and the index of entries by user, so that nothing is sorted or collected. */
const STEPS = `SELECT users.id AS user_id, users.partner_id, users.balance, entry.id AS entry_id,
    entry.partner_id AS entry_partner_id, entry.delta, entry.balance_after
  FROM users LEFT JOIN ledger_entries AS entry ON entry.user_id = users.id
  ORDER BY users.id, entry.id`;

/**
 * Per user: the sum of the entries equals the balance and the last balance_after, none is below 0, and every entry
 * continues from the previous one.
 */
export const balances: Invariant = {
  name: "ledger_balances",
  run(sql) {
    const counted = { users: 0, entries: 0 };
    return findingOf(
      balanceFaults(sql, counted),
      () => `${counted.entries} entries add up to the balances of ${counted.users} users`,
    );
  },
};

function* balanceFaults(sql: Sql, counted: { users: number; entries: number }): Generator<string> {
  let user: Step | null = null;
  let sum = 0;
  let last = 0;
  for (const step of sql.iterate<Step>(STEPS)) {
    if (step.user_id !== user?.user_id) {
      if (user !== null) yield* endFaults(user, sum, last);
      [user, sum, last] = [step, 0, 0];
      counted.users++;
    }
    if (step.entry_id === null) continue;
    counted.entries++;
    yield* stepFaults(step, last);
    sum += step.delta;
    last = step.balance_after;
  }
  if (user !== null) yield* endFaults(user, sum, last);
}

function* stepFaults(step: Step, previous: number): Generator<string> {
  const entry = `entry ${step.entry_id} of user ${step.user_id}`;
  if (step.balance_after !== previous + step.delta) {
    yield `${entry} leaves ${fromHundredths(step.balance_after)}, not ${fromHundredths(previous)} + ${fromHundredths(step.delta)}`;
  }
  if (step.balance_after < 0 || step.balance_after > MAX_BALANCE_HUNDREDTHS) {
    yield `${entry} leaves ${fromHundredths(step.balance_after)}, which is not a possible balance`;
  }
  if (step.entry_partner_id !== step.partner_id) yield `${entry} belongs to another partner`;
}

function* endFaults(user: Step, sum: number, last: number): Generator<string> {
  const has = `user ${user.user_id} has ${fromHundredths(user.balance)}`;
  if (user.balance !== sum) yield `${has}, and entries of ${fromHundredths(sum)}`;
  else if (user.balance !== last) yield `${has}, and a last entry that leaves ${fromHundredths(last)}`;
}

export const references = noRows(
  "ledger_references",
  "each is used once",
  `SELECT 'reference ' || origin || ' ' || idempotency_key || ' of partner ' || partner_id || ' stands in '
      || COUNT(*) || ' entries' AS fault
    FROM ledger_entries GROUP BY partner_id, origin, idempotency_key HAVING COUNT(*) > 1`,
);

/** The index used by searches by time. */
export const hours = noRows(
  "ledger_hours",
  "each entry lies between the ids stored for its hour",
  `SELECT 'entry ' || e.id || ' lies outside of what is kept of its hour' AS fault
    FROM ledger_entries AS e LEFT JOIN ledger_hours AS h ON h.hour = e.created_at / 3600000
    WHERE h.hour IS NULL OR e.id NOT BETWEEN h.min_id AND h.max_id`,
);
