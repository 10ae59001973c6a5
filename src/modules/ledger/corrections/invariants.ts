import { noRows } from "../../platform/invariants/index.ts";

/** Entries of the system with a reference in this range, by the index of references. */
const REVERSING = `e.partner_id IN (SELECT id FROM partners) AND e.origin = 'system'
      AND e.idempotency_key >= 'reversal:' AND e.idempotency_key < 'reversal;'`;

/** The record of each reversed entry and the entry that reverses it name each other, and amounts agree. */
export const reversals = noRows(
  "ledger_reversals",
  "each reversed entry has one reversing entry, and both ends agree",
  `SELECT 'entry ' || i.entry_id || ' in reversal ' || i.reversal_id || ': ' || CASE
      WHEN r.origin <> 'system' OR r.idempotency_key <> 'reversal:' || i.entry_id THEN 'another entry stands as its reversal'
      WHEN r.user_id <> e.user_id OR r.partner_id <> e.partner_id THEN 'another user''s entry reverses it'
      WHEN sign(r.delta) = sign(e.delta) OR abs(r.delta) + i.missing <> abs(e.delta) THEN 'its reversal moved another amount'
      ELSE 'its state and the amount that is missing disagree' END AS fault
    FROM ledger_reversal_items AS i CROSS JOIN ledger_entries AS e ON e.id = i.entry_id
      CROSS JOIN ledger_entries AS r ON r.id = i.reversal_entry_id
    WHERE r.origin <> 'system' OR r.idempotency_key <> 'reversal:' || i.entry_id
      OR r.user_id <> e.user_id OR r.partner_id <> e.partner_id
      OR sign(r.delta) = sign(e.delta) OR abs(r.delta) + i.missing <> abs(e.delta)
      OR (i.state = 'partial') <> (i.missing > 0)
  UNION ALL SELECT 'entry ' || e.id || ' reverses another without a record of it' FROM ledger_entries AS e
    WHERE ${REVERSING} AND NOT EXISTS (SELECT 1 FROM ledger_reversal_items AS i
      WHERE i.entry_id = CAST(substr(e.idempotency_key, 10) AS INTEGER) AND i.state <> 'left' AND i.reversal_entry_id = e.id)
  UNION ALL SELECT 'reversal ' || v.id || ' is ' || v.state || ' with ' || v.waiting || ' of ' || v.found || ' entries waiting, and counts ' || v.entries
    FROM (SELECT w.id, w.state, w.entries,
        (SELECT count(*) FROM ledger_reversal_items AS i WHERE i.reversal_id = w.id) AS found,
        (SELECT count(*) FROM ledger_reversal_items AS i WHERE i.reversal_id = w.id AND i.state = 'waiting') AS waiting
      FROM ledger_reversals AS w) AS v
    WHERE v.found <> v.entries OR (v.state IN ('done', 'cancelled') AND v.waiting > 0)
      OR (v.state = 'running' AND v.waiting = 0) OR (v.state = 'waiting_approval' AND v.waiting <> v.entries)`,
);

/** An adjustment that is done has the entry that moved its amount. */
export const adjustments = noRows(
  "ledger_adjustments",
  "each agrees with its entry",
  `SELECT 'adjustment ' || a.id || ' and entry ' || a.ledger_entry_id || ' disagree' AS fault
    FROM ledger_adjustments AS a CROSS JOIN ledger_entries AS e ON e.id = a.ledger_entry_id
    WHERE e.origin <> 'system' OR e.idempotency_key <> 'adjustment:' || a.id OR e.user_id <> a.user_id
      OR e.partner_id <> a.partner_id OR e.delta <> iif(a.direction = 'credit', a.amount, -a.amount)
  UNION ALL SELECT 'entry ' || e.id || ' names an adjustment that is not there' FROM ledger_entries AS e
    WHERE e.partner_id IN (SELECT id FROM partners) AND e.origin = 'system'
      AND e.idempotency_key >= 'adjustment:' AND e.idempotency_key < 'adjustment;'
      AND NOT EXISTS (SELECT 1 FROM ledger_adjustments AS a
        WHERE a.id = CAST(substr(e.idempotency_key, 12) AS INTEGER) AND a.ledger_entry_id = e.id)`,
);
