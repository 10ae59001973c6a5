import type { Sql } from "../../../db/sql.ts";
import { fromHundredths, MAX_BALANCE_HUNDREDTHS } from "../../../kit/money.ts";
import { findingOf, type Invariant, noRows } from "./invariant.ts";

/** A user with one entry; the entry's columns are null where the user has none. */
interface Step {
  user_id: number;
  partner_id: number;
  balance: number;
  entry_id: number | null;
  entry_partner_id: number;
  delta: number;
  balance_after: number;
}

/** By the rows' own order and the index of entries by user: nothing is sorted, nothing is gathered. */
const STEPS = `SELECT users.id AS user_id, users.partner_id, users.balance, entry.id AS entry_id,
    entry.partner_id AS entry_partner_id, entry.delta, entry.balance_after
  FROM users LEFT JOIN ledger_entries AS entry ON entry.user_id = users.id
  ORDER BY users.id, entry.id`;

/**
 * Per user: the sum of the entries = the balance = the last balance_after, none under 0, and every entry stands on the
 * one before it.
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
    yield `${entry} leaves ${fromHundredths(step.balance_after)}, which no balance may be`;
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

/** What a search of times goes by. */
export const hours = noRows(
  "ledger_hours",
  "each entry lies between the ids that are kept of its hour",
  `SELECT 'entry ' || e.id || ' lies outside of what is kept of its hour' AS fault
    FROM ledger_entries AS e LEFT JOIN ledger_hours AS h ON h.hour = e.created_at / 3600000
    WHERE h.hour IS NULL OR e.id NOT BETWEEN h.min_id AND h.max_id`,
);

/** A conversion took what its entry says; a failed one gave the same back, and no other did. */
export const conversions = noRows(
  "conversions",
  "each agrees with its entries",
  `SELECT 'conversion ' || c.id || ': ' || CASE
      WHEN e.id IS NULL THEN 'its entry is not there'
      WHEN e.user_id <> c.user_id OR e.partner_id <> c.partner_id THEN 'its entry is another user''s'
      WHEN e.delta <> -c.amount THEN 'its entry took another amount'
      WHEN c.state = 'failed' AND r.id IS NULL THEN 'it failed, and nothing was returned'
      WHEN c.state <> 'failed' AND r.id IS NOT NULL THEN 'its salutes were returned, and it is ' || c.state
      WHEN r.user_id <> c.user_id OR r.delta <> c.amount THEN 'what was returned is not what was taken'
      ELSE 'its state and its settlement disagree' END AS fault
    FROM conversions AS c
    LEFT JOIN ledger_entries AS e ON e.id = c.ledger_entry_id
    LEFT JOIN ledger_entries AS r ON r.partner_id = c.partner_id AND r.origin = 'system'
      AND r.idempotency_key = 'conversion:' || c.id || ':return'
    WHERE e.id IS NULL OR e.user_id <> c.user_id OR e.partner_id <> c.partner_id OR e.delta <> -c.amount
      OR (c.state = 'failed') <> (r.id IS NOT NULL)
      OR r.user_id <> c.user_id OR r.delta <> c.amount
      OR (c.state = 'settled') <> (c.settlement_signature IS NOT NULL)
      OR (c.state = 'pending_settlement') <> (c.resolved_at IS NULL)`,
);

/** A transaction pays for one thing, which says so itself. */
export const settlements = noRows(
  "settlements",
  "each signature pays for one thing, and each thing settled has one",
  `SELECT 'signature ' || signature || ' stands in ' || COUNT(*) || ' settlements' AS fault
      FROM settlement_signatures GROUP BY signature HAVING COUNT(*) > 1
    UNION ALL
    SELECT pays_for || ' is paid for by ' || COUNT(*) || ' signatures'
      FROM settlement_signatures GROUP BY pays_for HAVING COUNT(*) > 1
    UNION ALL
    SELECT 'signature ' || s.signature || ' pays for ' || s.pays_for || ', which it did not settle'
      FROM settlement_signatures AS s
      LEFT JOIN conversions AS c ON s.pays_for = 'conversion:' || c.id AND c.id = CAST(substr(s.pays_for, 12) AS INTEGER)
        AND c.state = 'settled' AND c.settlement_signature IS s.signature
      LEFT JOIN donation_claims AS d ON s.pays_for = 'claim:' || d.id AND d.id = CAST(substr(s.pays_for, 7) AS INTEGER)
        AND d.state = 'redeemed' AND d.settlement_signature IS s.signature
      WHERE c.id IS NULL AND d.id IS NULL
    UNION ALL
    SELECT 'conversion ' || c.id || ' is settled by a signature that is not kept'
      FROM conversions AS c
      LEFT JOIN settlement_signatures AS s ON s.pays_for = 'conversion:' || c.id
      WHERE c.state = 'settled' AND (s.signature IS NULL OR s.signature IS NOT c.settlement_signature)
    UNION ALL
    SELECT 'claim ' || d.id || ' is settled by a signature that is not kept'
      FROM donation_claims AS d
      LEFT JOIN settlement_signatures AS s ON s.pays_for = 'claim:' || d.id
      WHERE d.state = 'redeemed' AND d.salutes IS NULL
        AND (s.signature IS NULL OR s.signature IS NOT d.settlement_signature)`,
);
