import type { Sql } from "../../../db/sql.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { type Family, gauge } from "../metrics/index.ts";
import { readQueue } from "./store.ts";

/** The queue of mail. */
export function mailMetrics(sql: Sql, nowMs: number): Family[] {
  const { count, oldestDueAt } = readQueue(sql);
  return [
    gauge("salute_mails_queued", "Mails that wait to be sent.", { value: count }),
    gauge("salute_mail_oldest_due_seconds", "Seconds since the oldest due mail became due.", {
      value: oldestDueAt === null ? 0 : Math.max(0, nowMs - oldestDueAt) / SECOND_MS,
    }),
  ];
}
