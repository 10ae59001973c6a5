import { Conditions } from "../../../db/conditions.ts";
import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { webhooks } from "../../../db/tables/webhooks.ts";
import type { PagePosition } from "../../../kit/cursor.ts";
import { addMetadata, type MetadataPair } from "../../platform/metadata/index.ts";

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

/** A webhook of any partner with the partner's name, unless it is deleted. */
export function findAnyWebhook(
  sql: Sql,
  id: number,
): (Pick<WebhookRow, "is_active" | "off_reason" | "reason" | "target_url"> & { partner: string }) | null {
  return sql.get(
    `SELECT w.is_active, w.off_reason, w.reason, w.target_url, p.name AS partner
       FROM webhooks AS w JOIN partners AS p ON p.id = w.partner_id WHERE w.id = ? AND w.deleted_at IS NULL`,
    id,
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

/** Ids of a partner's webhooks without the deleted ones, of which delivery records remain. */
export function listWebhookIds(sql: Sql, partnerId: number): number[] {
  return sql
    .all<{ id: number }>("SELECT id FROM webhooks WHERE partner_id = ? AND deleted_at IS NULL", partnerId)
    .map(({ id }) => id);
}

interface WebhookSearch {
  /** `eventTypes`: only webhooks whose list holds one of these names. */
  filters: {
    eventTypes: readonly string[] | null;
    isActive: boolean | null;
    metadata: readonly MetadataPair[];
  };
  page: PagePosition;
}

/** The partner's webhooks, newest first. */
export function listWebhookRows(sql: Sql, partnerId: number, { filters, page }: WebhookSearch): WebhookRow[] {
  const { eventTypes, isActive, metadata } = filters;
  const where = new Conditions().add("partner_id = ? AND deleted_at IS NULL", partnerId);
  if (eventTypes !== null)
    where.add(
      "EXISTS (SELECT 1 FROM json_each(event_types) AS t WHERE t.value IN (SELECT value FROM json_each(?)))",
      JSON.stringify(eventTypes),
    );
  if (isActive !== null) where.add("is_active = ?", isActive ? 1 : 0);
  addMetadata(where, "metadata", metadata);
  where.addGiven("id < ?", page.after);
  return sql.all<WebhookRow>(
    `SELECT * FROM webhooks WHERE ${where.text} ORDER BY id DESC LIMIT ? OFFSET ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
}

/** The columns that a partner sets. */
export type Settings = Pick<
  WebhookRow,
  | "event_types"
  | "target_url"
  | "description"
  | "metadata"
  | "header_names"
  | "headers_sealed"
  | "max_per_second"
  | "reason"
>;

export type NewWebhook = Omit<Settings, "reason"> & Pick<WebhookRow, "uid" | "partner_id" | "secret_sealed">;

/** Inserts a webhook, switched on, with no failures. */
export function insertWebhook(tx: Tx, webhook: NewWebhook): WebhookRow {
  return tx.one<WebhookRow>(
    `INSERT INTO webhooks (uid, partner_id, event_types, target_url, description, metadata, secret_sealed, header_names,
       headers_sealed, max_per_second, is_active, is_settling, revision, consecutive_failures, is_slow, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 1, 0, 0, ?, ?) RETURNING *`,
    webhook.uid,
    webhook.partner_id,
    webhook.event_types,
    webhook.target_url,
    webhook.description,
    webhook.metadata,
    webhook.secret_sealed,
    webhook.header_names,
    webhook.headers_sealed,
    webhook.max_per_second,
    tx.now,
    tx.now,
  );
}

export function updateSettings(tx: Tx, webhook: Settings & Pick<WebhookRow, "id">): void {
  tx.run(
    `UPDATE webhooks SET event_types = ?1, target_url = ?2, description = ?3, metadata = ?4, header_names = ?5,
       headers_sealed = ?6, max_per_second = ?7, reason = ?8, updated_at = ?9, revision = revision + (event_types IS NOT ?1
         OR target_url IS NOT ?2 OR header_names IS NOT ?5 OR headers_sealed IS NOT ?6 OR max_per_second IS NOT ?7)
       WHERE id = ?10`,
    webhook.event_types,
    webhook.target_url,
    webhook.description,
    webhook.metadata,
    webhook.header_names,
    webhook.headers_sealed,
    webhook.max_per_second,
    webhook.reason,
    tx.now,
    webhook.id,
  );
}

/** Forgets a receiver's failures. */
export function resetCondition(tx: Tx, id: number): void {
  tx.run("UPDATE webhooks SET consecutive_failures = 0, probe_at = NULL, is_slow = 0 WHERE id = ?", id);
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
