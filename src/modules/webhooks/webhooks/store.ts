import { and, desc, eq, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { webhooks } from "../../../db/tables/webhooks.ts";
import type { PagePosition } from "../../../kit/cursor.ts";

/** A stored webhook; 0 or 1 where the name begins with is_. */
export type WebhookRow = RowOf<typeof webhooks>;

/** The partner's webhook, unless it is deleted. */
export function findWebhook(sql: Sql, partnerId: number, id: number): WebhookRow | null {
  return sql.get<WebhookRow>(
    "SELECT * FROM webhooks WHERE id = ? AND partner_id = ? AND deleted_at IS NULL",
    id,
    partnerId,
  );
}

export function countWebhooks(sql: Sql, partnerId: number): number {
  return (
    sql.get<{ count: number }>(
      "SELECT COUNT(*) AS count FROM webhooks WHERE partner_id = ? AND deleted_at IS NULL",
      partnerId,
    )?.count ?? 0
  );
}

interface WebhookSearch {
  filters: { eventTypes: readonly string[] | null; isActive: boolean | null };
  page: PagePosition;
}

/** The partner's webhooks, newest first. */
export function listWebhookRows(sql: Sql, partnerId: number, { filters, page }: WebhookSearch): WebhookRow[] {
  const conditions: SQL[] = [eq(webhooks.partner_id, partnerId), isNull(webhooks.deleted_at)];
  if (filters.eventTypes !== null) conditions.push(inArray(webhooks.event_type, [...filters.eventTypes]));
  if (filters.isActive !== null) conditions.push(eq(webhooks.is_active, filters.isActive ? 1 : 0));
  if (page.after !== null) conditions.push(lt(webhooks.id, page.after));
  return sql.orm
    .select()
    .from(webhooks)
    .where(and(...conditions))
    .orderBy(desc(webhooks.id))
    .limit(page.limit)
    .offset(page.offset)
    .all();
}

export type NewWebhook = Pick<
  RowOf<typeof webhooks>,
  "uid" | "partner_id" | "event_type" | "target_url" | "secret_sealed"
>;

/** Inserts a webhook, switched on, with no failures. */
export function insertWebhook(tx: Tx, webhook: NewWebhook): WebhookRow {
  return tx.orm
    .insert(webhooks)
    .values({
      ...webhook,
      is_active: 1,
      is_settling: 0,
      revision: 1,
      consecutive_failures: 0,
      is_slow: 0,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning()
    .get();
}

/** Replaces a webhook's secret; the current one becomes the previous one. */
export function replaceSecret(
  tx: Tx,
  {
    id,
    secret_sealed,
    previous_secret_expires_at,
  }: Pick<WebhookRow, "id" | "secret_sealed"> & { previous_secret_expires_at: number },
): void {
  tx.run(
    `UPDATE webhooks SET previous_secret_sealed = secret_sealed, previous_secret_expires_at = ?, secret_sealed = ?,
       revision = revision + 1, updated_at = ? WHERE id = ?`,
    previous_secret_expires_at,
    secret_sealed,
    tx.now,
    id,
  );
}

/** Marks a webhook as deleted; the row stays, so that its records stay listed. */
export function markDeleted(tx: Tx, id: number): void {
  tx.run(
    `UPDATE webhooks SET is_active = 0, probe_at = NULL, revision = revision + 1, updated_at = ?, deleted_at = ?
       WHERE id = ?`,
    tx.now,
    tx.now,
    id,
  );
}
