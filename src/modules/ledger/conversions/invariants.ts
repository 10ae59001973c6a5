import { noRows } from "../../platform/invariants/index.ts";

/** A conversion debited the amount of its entry; a failed one returned the same amount, and no other did. */
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
