import type { Sql } from "../../../db/sql.ts";
import { type AudienceFacts, isInAudience } from "../audiences/index.ts";
import { isInPeriod } from "../period.ts";
import { type CatalogRow, listCatalogCampaigns, listOpenWheels, type WheelRow } from "./store.ts";

/** A campaign open to a person, or the reason why there is none. */
export type OpenCampaign<Row> =
  | { campaign: Row; reason: null }
  | { campaign: null; reason: "no_campaign" | "not_in_audience" };

/** The first open wheel whose audience includes a person. */
export function findOpenWheel(sql: Sql, facts: AudienceFacts, now: number): OpenCampaign<WheelRow> {
  return firstInAudience(sql, listOpenWheels(sql, now), facts);
}

/** The first open grid campaign, by position and key, whose audience includes a person. */
export function findOpenGrid(
  sql: Sql,
  facts: AudienceFacts,
  now: number,
): OpenCampaign<CatalogRow & { setup_id: number }> {
  const open = listCatalogCampaigns(sql).filter((each) => isOpen(each, now));
  const grids = open.flatMap((each) =>
    each.game_key === "recon-grid" && each.setup_id !== null ? [{ ...each, setup_id: each.setup_id }] : [],
  );
  return firstInAudience(sql, grids, facts);
}

function firstInAudience<Row extends { audience: string | null }>(
  sql: Sql,
  rows: readonly Row[],
  facts: AudienceFacts,
): OpenCampaign<Row> {
  const campaign = rows.find(({ audience }) => isInAudience(sql, audience, facts));
  if (campaign !== undefined) return { campaign, reason: null };
  return { campaign: null, reason: rows.length === 0 ? "no_campaign" : "not_in_audience" };
}

/** Whether a campaign is enabled and within its period. */
export function isOpen(
  campaign: Pick<CatalogRow, "enabled" | "starts_at" | "ends_at">,
  now: number,
): boolean {
  return campaign.enabled === 1 && isInPeriod(campaign, now);
}
