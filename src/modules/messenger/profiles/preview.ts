import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { type AudienceFacts, gatherFacts, isInAudience, type Person } from "../audiences/index.ts";
import { listWheels } from "../campaign-desk/index.ts";
import { type CatalogRow, isOpen, listCatalogCampaigns, type WheelRow } from "../campaigns/index.ts";
import { CatalogGame, readCatalog } from "../catalog/index.ts";
import { findPause, type GameKey } from "../games/index.ts";

const Hidden = Nullable(
  OneOf(["disabled", "not_begun", "over", "not_in_audience", "paused", "another_comes_first"]),
  { description: "Why the campaign is hidden from the player; null if it is shown." },
);

const CampaignPreview = Type.Object(
  {
    kind: OneOf(["wheel", "catalog"], {
      description: "Kind of the campaign: a wheel, or an entry of the catalog.",
    }),
    key: Type.String({ description: "Key of the campaign." }),
    title: Type.String({ description: "Title of the campaign." }),
    game_key: Type.String({ description: "Key of the game, as the catalog lists it." }),
    audience: Nullable(Type.String(), { description: "Key of the audience group; null for everybody." }),
    hidden_because: Hidden,
  },
  { title: "CampaignPreview" },
);
type CampaignView = Static<typeof CampaignPreview>;

export const CatalogPreview = Type.Object({
  telegram_user_id: Nullable(Type.Integer(), {
    description: "Telegram's id of the player; null if it is unknown.",
  }),
  is_player: Type.Boolean({ description: "True if the person has opened the app." }),
  games: Type.Array(CatalogGame, { description: "The games as the player sees them." }),
  campaigns: Nullable(Type.Array(CampaignPreview), {
    description: "All campaigns, with the reason why a campaign is hidden; null without admin_view.",
  }),
});

/** The games shown to a person. @param isAdminView adds all campaigns, with the reasons why they are hidden */
export function previewCatalog(
  sql: Sql,
  person: Person,
  { now, isAdminView }: { now: number; isAdminView: boolean },
): Static<typeof CatalogPreview> {
  return {
    telegram_user_id: person.telegramId === 0 ? null : person.telegramId,
    is_player: person.player !== null,
    games: readCatalog(sql, person, now),
    campaigns: isAdminView ? campaignsOf(sql, { facts: gatherFacts(sql, person), now }) : null,
  };
}

const MAX_LISTED = 500;

interface Viewer {
  facts: AudienceFacts;
  now: number;
}

function campaignsOf(sql: Sql, viewer: Viewer): CampaignView[] {
  const wheels = listWheels(sql, MAX_LISTED).sort(byStart);
  const catalog = listCatalogCampaigns(sql);
  return [
    ...markFirst(wheels.map((row) => viewOf(sql, { row, kind: "wheel", game: "spin-wheel" }, viewer))),
    ...(["spin-wheel", "recon-grid"] as const).flatMap((game) =>
      markFirst(
        catalog
          .filter(({ game_key }) => game_key === game)
          .map((row) => viewOf(sql, { row, kind: "catalog", game }, viewer)),
      ),
    ),
  ];
}

/** The precedence of wheels: latest start first, then by key. */
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

function viewOf(sql: Sql, campaign: Campaign, viewer: Viewer): CampaignView {
  const { game, kind, row } = campaign;
  return {
    kind,
    key: row.key,
    title: row.title,
    game_key: game,
    audience: row.audience,
    hidden_because: hiddenReason(sql, campaign, viewer),
  };
}

function hiddenReason(
  sql: Sql,
  { game, row }: Campaign,
  { facts, now }: Viewer,
): CampaignView["hidden_because"] {
  if (row.enabled === 0) return "disabled";
  if (!isOpen(row, now)) return row.starts_at !== null && now < row.starts_at ? "not_begun" : "over";
  if (!isInAudience(sql, row.audience, facts)) return "not_in_audience";
  return findPause(sql, game) === null ? null : "paused";
}

/** Only the first visible campaign is shown; marks the others. */
function markFirst(campaigns: CampaignView[]): CampaignView[] {
  const first = campaigns.findIndex(({ hidden_because }) => hidden_because === null);
  return campaigns.map((campaign, index) =>
    campaign.hidden_because === null && index > first
      ? { ...campaign, hidden_because: "another_comes_first" }
      : campaign,
  );
}
