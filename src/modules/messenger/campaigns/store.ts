import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type {
  messengerCatalogCampaigns,
  messengerWheelCampaigns,
} from "../../../db/tables/messenger/campaigns.ts";

export type WheelRow = RowOf<typeof messengerWheelCampaigns>;

const WHEEL = `key, revision, setup_id, title, segments, cost, free_spin_every_hours, algorithm, audience, starts_at,
  ends_at, enabled, created_at, updated_at`;

export function findWheel(sql: Sql, key: string): WheelRow | null {
  return sql.get<WheelRow>(`SELECT ${WHEEL} FROM messenger_wheel_campaigns WHERE key = ?`, key);
}

const MAX_CAMPAIGNS = 500;

/** Enabled wheels within their period, latest start first, then by key. */
export function listOpenWheels(sql: Sql, now: number): WheelRow[] {
  return sql.all<WheelRow>(
    `SELECT ${WHEEL} FROM messenger_wheel_campaigns
       WHERE enabled = 1 AND (starts_at IS NULL OR starts_at <= ?) AND (ends_at IS NULL OR ends_at > ?)
       ORDER BY starts_at DESC NULLS LAST, key LIMIT ?`,
    now,
    now,
    MAX_CAMPAIGNS,
  );
}

/** Enabled wheels by key, whatever their period. */
export function listEnabledWheels(sql: Sql): WheelRow[] {
  return sql.all<WheelRow>(
    `SELECT ${WHEEL} FROM messenger_wheel_campaigns WHERE enabled = 1 ORDER BY key LIMIT ?`,
    MAX_CAMPAIGNS,
  );
}

export function upsertWheel(tx: Tx, row: WheelRow): void {
  tx.run(
    `INSERT INTO messenger_wheel_campaigns (${WHEEL}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, setup_id = excluded.setup_id,
         title = excluded.title, segments = excluded.segments, cost = excluded.cost,
         free_spin_every_hours = excluded.free_spin_every_hours, algorithm = excluded.algorithm,
         audience = excluded.audience, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         enabled = excluded.enabled, updated_at = excluded.updated_at`,
    row.key,
    row.revision,
    row.setup_id,
    row.title,
    row.segments,
    row.cost,
    row.free_spin_every_hours,
    row.algorithm,
    row.audience,
    row.starts_at,
    row.ends_at,
    row.enabled,
    row.created_at,
    row.updated_at,
  );
}

export type CatalogRow = RowOf<typeof messengerCatalogCampaigns>;

const CATALOG = `key, revision, game_key, setup_id, title, description, audience, starts_at, ends_at, position, enabled,
  config, created_at, updated_at`;

export function findCatalogCampaign(sql: Sql, key: string): CatalogRow | null {
  return sql.get<CatalogRow>(`SELECT ${CATALOG} FROM messenger_catalog_campaigns WHERE key = ?`, key);
}

/** Catalog campaigns by position and key. */
export function listCatalogCampaigns(sql: Sql): CatalogRow[] {
  return sql.all<CatalogRow>(
    `SELECT ${CATALOG} FROM messenger_catalog_campaigns ORDER BY position, key LIMIT ?`,
    MAX_CAMPAIGNS,
  );
}

export function upsertCatalogCampaign(tx: Tx, row: CatalogRow): void {
  tx.run(
    `INSERT INTO messenger_catalog_campaigns (${CATALOG}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET revision = excluded.revision, game_key = excluded.game_key,
         setup_id = excluded.setup_id, title = excluded.title, description = excluded.description,
         audience = excluded.audience, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
         position = excluded.position, enabled = excluded.enabled, config = excluded.config,
         updated_at = excluded.updated_at`,
    row.key,
    row.revision,
    row.game_key,
    row.setup_id,
    row.title,
    row.description,
    row.audience,
    row.starts_at,
    row.ends_at,
    row.position,
    row.enabled,
    row.config,
    row.created_at,
    row.updated_at,
  );
}
