import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { type AudienceFacts, factsOf, isInAudience, type Person } from "../audiences/index.ts";
import { listWheels } from "../campaign-desk/index.ts";
import { type CatalogRow, isOpen, listCatalogCampaigns, type WheelRow } from "../campaigns/index.ts";
import { CatalogGame, readCatalog } from "../catalog/index.ts";
import { findPause, type GameKey } from "../games/index.ts";

const Hidden = Nullable(
  OneOf(["disabled", "not_begun", "over", "not_in_audience", "paused", "another_comes_first"]),
  { description: "Null where the player meets this campaign." },
);

const CampaignPreview = Type.Object(
  {
    kind: OneOf(["wheel", "catalog"]),
    key: Type.String(),
    title: Type.String(),
    game_key: Type.String(),
    audience: Nullable(Type.String()),
    hidden_because: Hidden,
  },
  { title: "CampaignPreview" },
);
type CampaignView = Static<typeof CampaignPreview>;

export const CatalogPreview = Type.Object({
  telegram_user_id: Nullable(Type.Integer()),
  is_player: Type.Boolean({ description: "Whether the person has opened the app." }),
  games: Type.Array(CatalogGame),
  campaigns: Nullable(Type.Array(CampaignPreview), {
    description: "With admin_view: every campaign, and why the rest is hidden.",
  }),
});

/** What a person would see in the app; with `isAdminView` also everything that is hidden, and why. */
export function previewCatalog(
  sql: Sql,
  person: Person,
  { now, isAdminView }: { now: number; isAdminView: boolean },
): Static<typeof CatalogPreview> {
  return {
    telegram_user_id: person.telegramId === 0 ? null : person.telegramId,
    is_player: person.player !== null,
    games: readCatalog(sql, person, now),
    campaigns: isAdminView ? campaignsOf(sql, factsOf(sql, person), now) : null,
  };
}

const MAX_LISTED = 500;

function campaignsOf(sql: Sql, facts: AudienceFacts, now: number): CampaignView[] {
  const wheels = listWheels(sql, MAX_LISTED).sort(byStart);
  const catalog = listCatalogCampaigns(sql);
  return [
    ...markFirst(wheels.map((row) => viewOf(sql, { row, kind: "wheel", game: "spin-wheel" }, facts, now))),
    ...(["spin-wheel", "recon-grid"] as const).flatMap((game) =>
      markFirst(
        catalog
          .filter(({ game_key }) => game_key === game)
          .map((row) => viewOf(sql, { row, kind: "catalog", game }, facts, now)),
      ),
    ),
  ];
}

/** The newest start first, then the smallest key: the order in which wheels count. */
function byStart(a: WheelRow, b: WheelRow): number {
  const start = (row: WheelRow) => row.starts_at ?? Number.NEGATIVE_INFINITY;
  if (start(a) !== start(b)) return start(b) > start(a) ? 1 : -1;
  return a.key < b.key ? -1 : 1;
}

interface Campaign {
  row: WheelRow | CatalogRow;
  kind: CampaignView["kind"];
  game: GameKey;
}

function viewOf(sql: Sql, { game, kind, row }: Campaign, facts: AudienceFacts, now: number): CampaignView {
  return {
    kind,
    key: row.key,
    title: row.title,
    game_key: game,
    audience: row.audience,
    hidden_because: reasonOf(sql, row, { game, facts, now }),
  };
}

function reasonOf(
  sql: Sql,
  row: WheelRow | CatalogRow,
  { game, facts, now }: { game: GameKey; facts: AudienceFacts; now: number },
): CampaignView["hidden_because"] {
  if (row.enabled === 0) return "disabled";
  if (!isOpen(row, now)) return row.starts_at !== null && now < row.starts_at ? "not_begun" : "over";
  if (!isInAudience(sql, row.audience, facts)) return "not_in_audience";
  return findPause(sql, game) === null ? null : "paused";
}

/** Of several campaigns that a person might meet, the first counts. */
function markFirst(campaigns: CampaignView[]): CampaignView[] {
  const first = campaigns.findIndex(({ hidden_because }) => hidden_because === null);
  return campaigns.map((campaign, index) =>
    campaign.hidden_because === null && index > first
      ? { ...campaign, hidden_because: "another_comes_first" }
      : campaign,
  );
}
