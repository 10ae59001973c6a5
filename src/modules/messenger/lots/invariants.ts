import { noRows } from "../../platform/invariants/index.ts";

/** A player's lots never hold more missiles or free spins than the balance. */
export const lotSums = noRows(
  "messenger_lots",
  "lots of missiles and free spins are part of their players' balances",
  `SELECT 'player ' || player_id || ' has lots of ' || held || ' ' || kind || ', but a balance of ' || balance AS fault
    FROM (SELECT l.player_id, l.kind, sum(l.quantity) AS held,
        CASE l.kind WHEN 'missiles' THEN p.missiles ELSE p.free_spins END AS balance
      FROM messenger_lots AS l JOIN messenger_players AS p ON p.id = l.player_id GROUP BY l.player_id, l.kind)
    WHERE held > balance`,
);
