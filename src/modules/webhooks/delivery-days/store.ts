import { columns, type In } from "../../../db/columns.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { deliveryDays } from "../../../db/tables/desk/months.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";

const COLUMNS = columns<typeof deliveryDays>()(
  "day",
  "webhook_id",
  "partner_id",
  "created",
  "delivered",
  "dead_letters",
  "cancelled",
);

/** Deliveries of a webhook's events of a UTC day; those that are in no counted state still wait. */
export type DayRow = In<typeof COLUMNS>;

/** Deliveries of a range of ids by day and webhook. */
export function countWindow(sql: Sql, { min, max }: { min: number; max: number }): DayRow[] {
  return sql.all<DayRow>(
    `SELECT date(created_at / 1000, 'unixepoch') AS day, webhook_id, partner_id, count(*) AS created,
         sum(state = 'delivered') AS delivered, sum(state = 'dead_letter') AS dead_letters,
         sum(state = 'cancelled') AS cancelled
       FROM webhook_deliveries WHERE id BETWEEN ? AND ? GROUP BY 1, 2`,
    min,
    max,
  );
}

export function findNewestDay(sql: Sql): string | null {
  return sql.get<{ day: string | null }>("SELECT max(day) AS day FROM delivery_days")?.day ?? null;
}

export function upsertDay(tx: Tx, row: DayRow): void {
  tx.run(
    `INSERT OR REPLACE INTO delivery_days (day, webhook_id, partner_id, created, delivered, dead_letters, cancelled)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    row.day,
    row.webhook_id,
    row.partner_id,
    row.created,
    row.delivered,
    row.dead_letters,
    row.cancelled,
  );
}

export type PartnerDeliveries = Omit<DayRow, "day" | "webhook_id">;

/** Deliveries of each partner's events of a month, as last counted. @param month 2026-11 */
export function sumDeliveries(sql: Sql, month: string): PartnerDeliveries[] {
  return sql.all<PartnerDeliveries>(
    `SELECT partner_id, sum(created) AS created, sum(delivered) AS delivered, sum(dead_letters) AS dead_letters,
         sum(cancelled) AS cancelled
       FROM delivery_days WHERE day >= ?1 || '-01' AND day <= ?1 || '-31' GROUP BY partner_id`,
    month,
  );
}

export interface WebhookDay extends Omit<DayRow, "partner_id">, Pick<RowOf<typeof webhooks>, "target_url"> {}

/** Deliveries of a partner's events of a month by day and webhook, as last counted. */
export function listWebhookDays(sql: Sql, partnerId: number, month: string): WebhookDay[] {
  return sql.all<WebhookDay>(
    `SELECT d.day, d.webhook_id, w.target_url, d.created, d.delivered, d.dead_letters, d.cancelled
       FROM delivery_days AS d JOIN webhooks AS w ON w.id = d.webhook_id
       WHERE d.day >= ?1 || '-01' AND d.day <= ?1 || '-31' AND d.partner_id = ?2 ORDER BY d.day, d.webhook_id`,
    month,
    partnerId,
  );
}
