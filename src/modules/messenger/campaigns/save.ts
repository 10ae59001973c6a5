import type { Tx } from "../../../db/sql.ts";
import { type GridSetup, insertSetup, type Segment } from "./setups.ts";
import {
  type CatalogRow,
  findCatalogCampaign,
  findWheel,
  listCatalogCampaigns,
  putCatalogCampaign,
  putWheel,
  type WheelRow,
} from "./store.ts";

/** A wheel as an operator writes it; amounts in hundredths. */
export type WheelDraft = Omit<
  WheelRow,
  "revision" | "setup_id" | "segments" | "created_at" | "updated_at"
> & {
  segments: Segment[];
};

/** Makes or replaces a wheel by its key, as a new revision that its rounds will refer to. */
export function saveWheel(tx: Tx, draft: WheelDraft): WheelRow {
  const before = findWheel(tx, draft.key);
  const revision = (before?.revision ?? 0) + 1;
  const { algorithm, cost, key, segments } = draft;
  const missile_price = missilePrice(tx);
  const setupId = insertSetup(tx, {
    game: "spin-wheel",
    campaignKey: key,
    revision,
    what: { algorithm, cost, missile_price, segments },
  });
  const row: WheelRow = {
    ...draft,
    segments: JSON.stringify(segments),
    revision,
    setup_id: setupId,
    created_at: before?.created_at ?? tx.now,
    updated_at: tx.now,
  };
  putWheel(tx, row);
  return row;
}

/** A catalog campaign as an operator writes it; the grid's rules in hundredths, null for the wheel. */
export type CatalogDraft = Omit<
  CatalogRow,
  "revision" | "setup_id" | "config" | "created_at" | "updated_at"
> & { rules: GridSetup | null };

/** Makes or replaces a catalog campaign by its key, as a new revision. */
export function saveCatalogCampaign(tx: Tx, { rules, ...draft }: CatalogDraft): CatalogRow {
  const before = findCatalogCampaign(tx, draft.key);
  const revision = (before?.revision ?? 0) + 1;
  const setupId =
    rules === null
      ? null
      : insertSetup(tx, { game: "recon-grid", campaignKey: draft.key, revision, what: rules });
  const row: CatalogRow = {
    ...draft,
    config: rules === null ? null : JSON.stringify(rules),
    revision,
    setup_id: setupId,
    created_at: before?.created_at ?? tx.now,
    updated_at: tx.now,
  };
  putCatalogCampaign(tx, row);
  return row;
}

/** What a missile costs, in hundredths: by the first enabled grid campaign by position, else 0. */
export function missilePrice(sql: Parameters<typeof listCatalogCampaigns>[0]): number {
  const grid = listCatalogCampaigns(sql).find(
    ({ enabled, game_key }) => enabled === 1 && game_key === "recon-grid",
  );
  return grid?.config == null ? 0 : (JSON.parse(grid.config) as GridSetup).missile_price;
}
