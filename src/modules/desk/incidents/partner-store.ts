import type { Sql } from "../../../db/sql.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";

export interface AffectedPartner {
  name: string;
  /** Requests answered with 500 or above, in the clock hours of the period. */
  serverErrors: number;
  /** Deliveries that became dead letters. */
  deadLetters: number;
}

interface Count {
  partner: string;
  count: number;
}

const SHOWN = 50;

/** Partners with failed requests or dead letters in a period, the most affected first. */
export function listAffectedPartners(
  sql: Sql,
  { from, to }: { from: number; to: number },
): AffectedPartner[] {
  const errors = new Map(countServerErrors(sql, from, to).map(({ partner, count }) => [partner, count]));
  const dead = new Map(countDeadLetters(sql, from, to).map(({ partner, count }) => [partner, count]));
  return [...new Set([...errors.keys(), ...dead.keys()])]
    .map((name) => ({ name, serverErrors: errors.get(name) ?? 0, deadLetters: dead.get(name) ?? 0 }))
    .sort((a, b) => b.serverErrors + b.deadLetters - (a.serverErrors + a.deadLetters))
    .slice(0, SHOWN);
}

/** By the keys' hours, which are found by their primary key. */
function countServerErrors(sql: Sql, from: number, to: number): Count[] {
  return sql.all<Count>(
    `SELECT p.name AS partner, sum(u.server_errors) AS count
       FROM partner_keys AS k CROSS JOIN usage_rollups AS u ON u.key_id = k.key_id JOIN partners AS p ON p.id = k.partner_id
       WHERE u.span_minutes = 60 AND u.start_minute >= ? AND u.start_minute <= ?
       GROUP BY p.id HAVING sum(u.server_errors) > 0`,
    Math.floor(from / HOUR_MS) * 60,
    Math.floor(to / MINUTE_MS),
  );
}

function countDeadLetters(sql: Sql, from: number, to: number): Count[] {
  return sql.all<Count>(
    `SELECT p.name AS partner, COUNT(*) AS count
       FROM webhook_deliveries AS d INDEXED BY webhook_deliveries_dead JOIN partners AS p ON p.id = d.partner_id
       WHERE d.state = 'dead_letter' AND d.died_at >= ? AND d.died_at <= ? GROUP BY p.id`,
    from,
    to,
  );
}
