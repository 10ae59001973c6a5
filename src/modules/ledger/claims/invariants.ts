import { noRows } from "../../platform/invariants/index.ts";

/**
 * A redeemed claim of salutes has the entry that credited it, and no other claim has one; times and addresses match
 * the state.
 */
export const claims = noRows(
  "claims",
  "each agrees with its entry and its state",
  `SELECT 'claim ' || c.id || ': ' || CASE
      WHEN c.state = 'redeemed' AND c.salutes IS NOT NULL AND e.id IS NULL THEN 'it is redeemed, and nothing was credited'
      WHEN e.id IS NOT NULL AND NOT (c.state = 'redeemed' AND c.salutes IS NOT NULL)
        THEN 'it was credited, and it is ' || c.state || ' in ' || c.currency
      WHEN e.id IS NOT c.ledger_entry_id THEN 'it names another entry than the one that credited it'
      WHEN e.user_id <> c.user_id OR e.delta <> c.salutes OR e.partner_key_id IS NOT NULL
        THEN 'what was credited is not what was claimed'
      ELSE 'its state and what became of it disagree' END AS fault
    FROM donation_claims AS c
    LEFT JOIN ledger_entries AS e ON e.partner_id = c.partner_id AND e.origin = 'system'
      AND e.idempotency_key = 'claim:' || c.id
    WHERE (c.state = 'redeemed' AND c.salutes IS NOT NULL) <> (e.id IS NOT NULL)
      OR e.id IS NOT c.ledger_entry_id
      OR e.user_id <> c.user_id OR e.delta <> c.salutes OR e.partner_key_id IS NOT NULL
      OR (c.state IN ('claimed', 'redeemed') AND c.claimed_at IS NULL)
      OR (c.state IN ('issued', 'expired') AND c.claimed_at IS NOT NULL)
      OR (c.state = 'claimed' AND c.salutes IS NOT NULL)
      OR (c.claimed_at IS NOT NULL AND (c.salutes IS NULL) <> (c.wallet_address IS NOT NULL))
      OR (c.settlement_signature IS NOT NULL) <> (c.state = 'redeemed' AND c.salutes IS NULL)
    UNION ALL
    SELECT 'entry ' || e.id || ' credits ' || e.idempotency_key || ', which is not there'
      FROM ledger_entries AS e
      LEFT JOIN donation_claims AS c ON c.id = CAST(substr(e.idempotency_key, 7) AS INTEGER) AND c.partner_id = e.partner_id
      WHERE e.origin = 'system' AND e.idempotency_key GLOB 'claim:*' AND c.id IS NULL`,
);
