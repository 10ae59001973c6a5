import type { Sql } from "../../../db/sql.ts";
import type { WheelRow } from "../campaigns/index.ts";

/** All wheels, newest first. */
export function listWheels(sql: Sql, limit: number): WheelRow[] {
  return sql.all<WheelRow>(
    "SELECT * FROM messenger_wheel_campaigns ORDER BY created_at DESC, key LIMIT ?",
    limit,
  );
}

export function countWheels(sql: Sql): number {
  return sql.get<{ count: number }>("SELECT count(*) AS count FROM messenger_wheel_campaigns")?.count ?? 0;
}
