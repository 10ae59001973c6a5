import { noRows } from "../../platform/invariants/index.ts";

/** A mission's spending equals its paid rewards, a promo's count equals its claims, and both are within their limits. */
export const budgets = noRows(
  "messenger_budgets",
  "spending of missions and claims of promos match their records and limits",
  `SELECT 'mission ' || m.mission_key || ' has spent ' || m.spent || ' of ' || coalesce(m.budget, 'no limit') || ' and paid '
      || m.paid || ' times, but its completions were paid ' || m.due || ' in ' || m.times AS fault
    FROM (SELECT mission_key, budget, spent, paid,
        (SELECT coalesce(sum(paid_amount), 0) FROM mission_enrollments WHERE mission_id = missions.id) AS due,
        (SELECT count(*) FROM mission_enrollments WHERE mission_id = missions.id AND paid_kind <> 'nothing') AS times
      FROM missions) AS m
    WHERE m.spent <> m.due OR m.paid <> m.times OR m.spent > m.budget
    UNION ALL
    SELECT 'promo ' || p.code || ' counts ' || p.claims || ' claims of ' || coalesce(p.max_claims, 'no limit') || ', but '
      || p.taken || ' exist'
    FROM (SELECT code, claims, max_claims, (SELECT count(*) FROM promo_claims WHERE promo_id = promos.id) AS taken
      FROM promos) AS p
    WHERE p.claims <> p.taken OR p.claims > p.max_claims`,
);

/** The expected entries by cause: every reward, cost, grant and purchase. */
const DUE = `SELECT 'mission:' || id AS cause, player_id, paid_kind AS kind, paid_amount AS amount
      FROM mission_enrollments WHERE paid_amount > 0
    UNION ALL SELECT 'promo:' || id, player_id, reward_kind, reward_amount FROM promo_claims WHERE reward_amount > 0
    UNION ALL SELECT 'purchase:' || id, player_id, 'salutes', -cost FROM messenger_purchases WHERE cost > 0
    UNION ALL SELECT 'purchase:' || id, player_id, CASE item WHEN 'missile' THEN 'missiles' ELSE 'free_spins' END, quantity
      FROM messenger_purchases
    UNION ALL SELECT 'grant:' || id, player_id, 'missiles', missiles FROM missile_grants
    UNION ALL SELECT 'gift:' || id, id, 'salutes', gift_salutes FROM messenger_players WHERE gift_salutes > 0
    UNION ALL SELECT 'gift:' || id, id, 'missiles', gift_missiles FROM messenger_players WHERE gift_missiles > 0
    UNION ALL SELECT 'round:' || id || ':cost', player_id, 'salutes', -cost FROM messenger_rounds WHERE cost > 0
    UNION ALL SELECT 'round:' || id || ':cost', player_id, 'free_spins', -1 FROM messenger_rounds WHERE paid_with = 'free_spin'
    UNION ALL SELECT 'round:' || r.id || ':reward', r.player_id,
        json_extract(s.setup, '$.segments[' || r.segment_index || '].reward.kind'),
        json_extract(s.setup, '$.segments[' || r.segment_index || '].reward.amount')
      FROM messenger_rounds AS r JOIN messenger_setups AS s ON s.id = r.setup_id
      WHERE r.game_key = 'spin-wheel' AND json_extract(s.setup, '$.segments[' || r.segment_index || '].reward.amount') > 0
    UNION ALL SELECT 'round:' || r.id || ':cell:' || c.value, r.player_id, 'missiles', -1
      FROM messenger_rounds AS r, json_each(r.revealed) AS c WHERE r.game_key = 'recon-grid'`;

const HOUSE = "(SELECT id FROM partners WHERE name = 'house')";

/** Each cause has exactly one entry, each entry has a cause, and grid rounds earned the sum of their entries. */
export const causes = noRows(
  "messenger_causes",
  "every reward, cost, grant and purchase has its entry, and every entry has its cause",
  `WITH due AS NOT MATERIALIZED (${DUE}),
      found AS NOT MATERIALIZED (SELECT d.*, CASE d.kind
        WHEN 'salutes' THEN (SELECT delta FROM ledger_entries WHERE partner_id = ${HOUSE} AND origin = 'system'
          AND idempotency_key = 'miniapp:' || d.cause)
        ELSE (SELECT delta FROM messenger_entries AS e WHERE e.kind = d.kind AND e.cause = d.cause
          AND e.player_id = d.player_id) END AS moved FROM due AS d)
    SELECT cause || ' is due ' || amount || ' ' || kind || ', but its entry has ' || coalesce(moved, 'nothing') AS fault
      FROM found WHERE moved IS NOT amount
    UNION ALL
    SELECT 'round ' || r.id || ' earned ' || r.earned || ', but its entries sum to ' || r.paid FROM (
      SELECT id, earned, (SELECT coalesce(sum(delta), 0) FROM ledger_entries WHERE partner_id = ${HOUSE}
          AND origin = 'system' AND idempotency_key >= 'miniapp:round:' || messenger_rounds.id || ':'
          AND idempotency_key < 'miniapp:round:' || messenger_rounds.id || ';') AS paid
        FROM messenger_rounds WHERE game_key = 'recon-grid') AS r WHERE r.earned <> r.paid
    UNION ALL
    SELECT counted.entries || ' entries of missiles and free spins have ' || counted.causes || ' causes' FROM (
      SELECT (SELECT count(*) FROM messenger_entries) AS entries,
        (SELECT count(*) FROM due WHERE kind <> 'salutes') AS causes) AS counted WHERE counted.entries <> counted.causes
    UNION ALL
    SELECT counted.entries || ' entries of salutes have ' || counted.causes || ' causes' FROM (
      SELECT (SELECT count(*) FROM ledger_entries WHERE partner_id = ${HOUSE} AND origin = 'system'
          AND idempotency_key >= 'miniapp:' AND idempotency_key < 'miniapp;' AND reason <> 'miniapp.grid') AS entries,
        (SELECT count(*) FROM due WHERE kind = 'salutes') AS causes) AS counted WHERE counted.entries <> counted.causes`,
);
