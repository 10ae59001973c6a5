import type { Sql } from "../../../db/sql.ts";
import { type AudienceFacts, isInAudience } from "../audiences/index.ts";
import { type CatalogRow, listCatalogCampaigns, listOpenWheels, type WheelRow } from "./store.ts";

/** A campaign that a person may play, or why there is none. */
export type Found<Row> =
  | { campaign: Row; reason: null }
  | { campaign: null; reason: "no_campaign" | "not_in_audience" };

/** The wheel that counts for a person: of the open ones the first that is meant for it. */
export function findOpenWheel(sql: Sql, facts: AudienceFacts, now: number): Found<WheelRow> {
  return firstFor(sql, listOpenWheels(sql, now), facts);
}

/** The grid campaign that counts for a person, by position and key. */
export function findOpenGrid(
  sql: Sql,
  facts: AudienceFacts,
  now: number,
): Found<CatalogRow & { setup_id: number }> {
  const open = listCatalogCampaigns(sql).filter((each) => isOpen(each, now));
  const grids = open.flatMap((each) =>
    each.game_key === "recon-grid" && each.setup_id !== null ? [{ ...each, setup_id: each.setup_id }] : [],
  );
  return firstFor(sql, grids, facts);
}

function firstFor<Row extends { audience: string | null }>(
  sql: Sql,
  rows: readonly Row[],
  facts: AudienceFacts,
): Found<Row> {
  const campaign = rows.find(({ audience }) => isInAudience(sql, audience, facts));
  if (campaign !== undefined) return { campaign, reason: null };
  return { campaign: null, reason: rows.length === 0 ? "no_campaign" : "not_in_audience" };
}

/** Whether a campaign is enabled and in its time. */
export function isOpen(
  { enabled, ends_at, starts_at }: Pick<CatalogRow, "enabled" | "starts_at" | "ends_at">,
  now: number,
): boolean {
  return enabled === 1 && (starts_at === null || starts_at <= now) && (ends_at === null || now < ends_at);
}
