import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { type AudienceFacts, gatherFacts, isInAudience, type Person } from "../audiences/index.ts";
import {
  type CatalogRow,
  findGridSetup,
  findOpenGrid,
  findOpenWheel,
  isOpen,
  listCatalogCampaigns,
  SEGMENTS,
} from "../campaigns/index.ts";
import {
  findPause,
  GAME_KEYS,
  type GameKey,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from "../games/index.ts";
import { mayPlay } from "../players/index.ts";
import { gridReturn, wheelReturn } from "../returns/index.ts";

export const CatalogGame = Type.Object(
  {
    game_key: OneOf(GAME_KEYS, { description: "Key of the game, as the catalog lists it." }),
    title: Type.String({ description: "Title of the game, shown to players." }),
    description: Type.String({ description: "Description of the game, shown to players." }),
    available: Type.Boolean({ description: "Whether the player can play it now." }),
    unavailable_reason: Nullable(OneOf(UNAVAILABLE_REASONS), {
      description: "Why the game cannot be played; null if it can, or if the player is suspended.",
    }),
    campaign: Nullable(
      Type.Object({
        key: Type.String({ description: "Key of the campaign." }),
        title: Type.String({ description: "Title of the campaign." }),
        starts_at: Nullable(Timestamp(), {
          description: "Time at which the campaign starts; null for no start.",
        }),
        ends_at: Nullable(Timestamp(), { description: "Time at which the campaign ends; null for no end." }),
      }),
      { description: "The open campaign of the game; null without one." },
    ),
    launch_path: Type.String({ description: "Path that opens the game." }),
    expected_return_pct: Nullable(Type.Number(), {
      description:
        "Salutes that a play returns on average, prizes included, in per cent of its price; for the grid by the best way of playing. Null if the game is free or has no open campaign.",
    }),
  },
  { title: "CatalogGame" },
);
export type CatalogGameView = Static<typeof CatalogGame>;

const DEFAULT_TEXTS: Record<GameKey, { title: string; description: string }> = {
  "spin-wheel": {
    title: "Spin the wheel",
    description: "Every spin lands on one segment. The odds are published, and every spin can be recomputed.",
  },
  "recon-grid": {
    title: "Recon grid",
    description: "Search the grid with missiles: find every target and avoid the mines.",
  },
};

/**
 * The games shown to a person: first those with an open catalog campaign, by position, then those without any catalog
 * campaign. A game is hidden if none of its campaigns is open to the person.
 */
export function readCatalog(sql: Sql, person: Person, now: number): CatalogGameView[] {
  const facts = gatherFacts(sql, person);
  const campaigns = listCatalogCampaigns(sql);
  const open = campaigns.filter((each) => isOpen(each, now) && isInAudience(sql, each.audience, facts));
  const listed = open.filter(
    (each, index) => open.findIndex(({ game_key }) => game_key === each.game_key) === index,
  );
  const unlisted = GAME_KEYS.filter((game) => !campaigns.some(({ game_key }) => game_key === game));
  const stateOf = (game: GameKey): GameState & { isAvailable: boolean } => {
    const { reason: closed, returnPct } =
      game === "spin-wheel" ? wheelState(sql, facts, now) : gridState(sql, facts, now);
    const reason = findPause(sql, game) === null ? closed : "paused";
    return { reason, returnPct, isAvailable: reason === null && mayPlay(person.player) };
  };
  return [
    ...listed.map((campaign) => gameView(campaign.game_key, campaign, stateOf(campaign.game_key))),
    ...unlisted.map((game) => gameView(game, null, stateOf(game))),
  ];
}

interface GameState {
  reason: UnavailableReason | null;
  /** Of the campaign that the person would play. */
  returnPct: number | null;
}

function wheelState(sql: Sql, facts: AudienceFacts, now: number): GameState {
  const { campaign, reason } = findOpenWheel(sql, facts, now);
  if (campaign === null) return { reason, returnPct: null };
  const segments = SEGMENTS.read(campaign.segments);
  return { reason, returnPct: wheelReturn(sql, { ...campaign, segments }).pct };
}

function gridState(sql: Sql, facts: AudienceFacts, now: number): GameState {
  const { campaign, reason } = findOpenGrid(sql, facts, now);
  if (campaign === null) return { reason, returnPct: null };
  return { reason, returnPct: gridReturn(findGridSetup(sql, campaign.setup_id).config).pct };
}

function gameView(
  game: GameKey,
  campaign: CatalogRow | null,
  { isAvailable, reason, returnPct }: GameState & { isAvailable: boolean },
): CatalogGameView {
  return {
    game_key: game,
    title: campaign?.title ?? DEFAULT_TEXTS[game].title,
    description: campaign?.description ?? DEFAULT_TEXTS[game].description,
    available: isAvailable,
    unavailable_reason: reason,
    campaign:
      campaign === null
        ? null
        : {
            key: campaign.key,
            title: campaign.title,
            starts_at: isoUtcOrNull(campaign.starts_at),
            ends_at: isoUtcOrNull(campaign.ends_at),
          },
    launch_path: `/miniapp#${game}`,
    expected_return_pct: returnPct,
  };
}
