import type { Sql, Tx } from "../../../db/sql.ts";
import { GRID_RULES, type GridSetup, insertSetup, SEGMENTS, type Segment } from "./setups.ts";
import {
  type CatalogRow,
  findCatalogCampaign,
  findWheel,
  listCatalogCampaigns,
  upsertCatalogCampaign,
  upsertWheel,
  type WheelRow,
} from "./store.ts";

/** A wheel to save; amounts in hundredths. */
export type WheelDraft = Omit<
  WheelRow,
  "revision" | "setup_id" | "segments" | "created_at" | "updated_at"
> & {
  segments: Segment[];
};

/** Creates a wheel or its next revision; later rounds refer to this revision. */
export function createWheelRevision(tx: Tx, draft: WheelDraft): WheelRow {
  const before = findWheel(tx, draft.key);
  const revision = (before?.revision ?? 0) + 1;
  const { algorithm, cost, key, segments } = draft;
  const missile_price = missilePrice(tx);
  const setupId = insertSetup(tx, {
    game: "spin-wheel",
    campaignKey: key,
    revision,
    config: { algorithm, cost, missile_price, segments },
  });
  const row: WheelRow = {
    ...draft,
    segments: SEGMENTS.write(segments),
    revision,
    setup_id: setupId,
    created_at: before?.created_at ?? tx.now,
    updated_at: tx.now,
  };
  upsertWheel(tx, row);
  return row;
}

/** A catalog campaign to save. `rules` are the grid's, amounts in hundredths; null for the wheel. */
export type CatalogDraft = Omit<
  CatalogRow,
  "revision" | "setup_id" | "config" | "created_at" | "updated_at"
> & { rules: GridSetup | null };

/** Creates a catalog campaign or its next revision. */
export function createCatalogRevision(tx: Tx, { rules, ...draft }: CatalogDraft): CatalogRow {
  const before = findCatalogCampaign(tx, draft.key);
  const revision = (before?.revision ?? 0) + 1;
  const setupId =
    rules === null
      ? null
      : insertSetup(tx, { game: "recon-grid", campaignKey: draft.key, revision, config: rules });
  const row: CatalogRow = {
    ...draft,
    config: rules === null ? null : GRID_RULES.write(rules),
    revision,
    setup_id: setupId,
    created_at: before?.created_at ?? tx.now,
    updated_at: tx.now,
  };
  upsertCatalogCampaign(tx, row);
  return row;
}

/** Hundredths per missile in the first enabled grid campaign by position; 0 without one. */
export function missilePrice(sql: Sql): number {
  return listEnabledGrids(sql)[0]?.missile_price ?? 0;
}

/** The rules of the enabled grid campaigns, by position. */
export function listEnabledGrids(sql: Sql): GridSetup[] {
  return listCatalogCampaigns(sql).flatMap(({ config, enabled, game_key }) =>
    enabled === 1 && game_key === "recon-grid" && config !== null ? [GRID_RULES.read(config)] : [],
  );
}
