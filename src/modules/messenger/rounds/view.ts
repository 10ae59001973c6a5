import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql } from "../../../db/sql.ts";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { RewardShape, rewardView } from "../balances/index.ts";
import {
  findGridSetup,
  findWheelSetup,
  type GridSetup,
  type Setup,
  type WheelSetup,
} from "../campaigns/index.ts";
import {
  type CellContent,
  drawLayout,
  Fairness,
  findSeed,
  readFairness,
  type Seeds,
} from "../seeds/index.ts";
import { stateAt } from "./active.ts";
import type { RoundRow } from "./store.ts";

export const CampaignRevision = Type.Object({
  key: Type.String({ description: "Key of the campaign." }),
  revision: Type.Integer({ description: "Revision of the campaign." }),
});
const Content = OneOf(["empty", "target", "mine"]);

export const SegmentView = Type.Object(
  {
    index: Type.Integer({ description: "Index in its list, from 0." }),
    label: Type.String({ description: "Label shown to people." }),
    weight: Type.Integer({
      description: "Weight among the segments: the probability is its share of the sum.",
    }),
    probability_pct: Type.Number({ description: "Probability in per cent." }),
    reward: Described(RewardShape, "Reward of the segment."),
  },
  { title: "WheelSegment" },
);

export const WheelRound = Type.Object(
  {
    id: Type.Integer({ description: "Id of the player's round." }),
    game_key: OneOf(["spin-wheel"], { description: "Key of the game, as the catalog lists it." }),
    nonce: Type.Integer({ description: "Number of the round under its server seed, from 1." }),
    segment_index: Type.Integer({ description: "Index of the drawn segment, from 0." }),
    label: Type.String({ description: "Label shown to people." }),
    reward: RewardShape,
    paid_with: OneOf(["free", "free_spin", "salutes"], {
      description:
        "What paid for the round: free, a timed free spin; free_spin, one of the balance; salutes.",
    }),
    cost: Type.Number({ description: "Salutes paid for the round." }),
    campaign: Described(CampaignRevision, "The campaign of the round, at the revision that was played."),
    segments: Type.Array(SegmentView, { description: "The segments of this round's campaign revision." }),
    fairness: Described(Fairness, "Commitment to the server seed, and the seeds in use."),
    created_at: Timestamp({ description: "Time of creation." }),
  },
  { title: "WheelRound" },
);

/** A grid's rules; amounts in salutes. */
export const GridRules = Type.Object(
  {
    tiles: Type.Integer({ description: "Number of cells in the grid." }),
    mines: Type.Integer({ description: "Number of mines in the grid." }),
    targets: Type.Integer({ description: "Number of targets in the grid." }),
    reward_per_target: Type.Number({ description: "Salutes per target found." }),
    clear_bonus: Type.Number({ description: "Bonus in salutes for clearing the grid." }),
    missile_price: Type.Number({ description: "Price of a missile, in salutes." }),
    max_missiles_per_purchase: Type.Integer({ description: "Maximum number of missiles per purchase." }),
  },
  { title: "GridRules" },
);

export const GridRound = Type.Object(
  {
    id: Type.Integer({ description: "Id of the player's round." }),
    game_key: OneOf(["recon-grid"], { description: "Key of the game, as the catalog lists it." }),
    nonce: Type.Integer({ description: "Number of the round under its server seed, from 1." }),
    state: OneOf(["active", "cleared", "hit", "abandoned", "expired"], {
      description:
        "State of the round. active: can go on. cleared: every target was found. hit: a mine was found. abandoned: given up. expired: not ended in time.",
    }),
    tiles: Type.Integer({ description: "Number of cells in the grid." }),
    revealed: Type.Array(
      Type.Object({
        cell: Type.Integer({ description: "Cell of the grid, from 0." }),
        content: Described(Content, "Content of the cell."),
      }),
      {
        description: "Revealed cells with their content, in the order of reveal.",
      },
    ),
    found: Type.Integer({ description: "Number of targets found." }),
    earned: Type.Number({ description: "Salutes earned, including the bonus." }),
    rules: Described(GridRules, "Rules of the round."),
    layout: Nullable(Type.Array(Content), {
      description: "The content of each cell; null until the round has ended.",
    }),
    campaign: Described(CampaignRevision, "The campaign of the round, at the revision that was played."),
    fairness: Described(Fairness, "Commitment to the server seed, and the seeds in use."),
    created_at: Timestamp({ description: "Time of creation." }),
    expires_at: Timestamp({ description: "Time at which the round ends by itself." }),
    ended_at: Nullable(Timestamp(), {
      description: "Time at which the round ended; null while it is active.",
    }),
  },
  { title: "GridRound" },
);

/** Segments with their probabilities. */
export function segmentViews({ segments }: Pick<WheelSetup, "segments">): Static<typeof SegmentView>[] {
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  return segments.map(({ label, reward, weight }, index) => ({
    index,
    label,
    weight,
    probability_pct: Math.round((weight / total) * 100 * 1e6) / 1e6,
    reward: rewardView(reward),
  }));
}

export function rulesView(setup: GridSetup): Static<typeof GridRules> {
  return {
    tiles: setup.tiles,
    mines: setup.mines,
    targets: setup.targets,
    reward_per_target: fromHundredths(setup.reward_per_target),
    clear_bonus: fromHundredths(setup.clear_bonus),
    missile_price: fromHundredths(setup.missile_price),
    max_missiles_per_purchase: setup.max_missiles_per_purchase,
  };
}

/** Any round of the games. */
export const Round = Type.Union([WheelRound, GridRound]);

/** A round with everything needed to recompute it. @param seeds decrypts the layout of a grid's round */
export function roundView(
  sql: Sql,
  row: RoundRow,
  { now, seeds }: { now: number; seeds: Pick<Seeds, "readServerSeed"> },
): Static<typeof Round> {
  if (row.game_key === "spin-wheel") return wheelRoundView(sql, row);
  const rules = findGridSetup(sql, row.setup_id).config;
  const layout = redrawLayout(row, rules, seeds.readServerSeed(sql, row.seed_id));
  return gridRoundView(sql, row, { layout, now });
}

export function wheelRoundView(sql: Sql, row: RoundRow): Static<typeof WheelRound> {
  const setup = findWheelSetup(sql, row.setup_id);
  const index = row.segment_index ?? 0;
  const segment = setup.config.segments[index];
  if (segment === undefined || row.paid_with === null)
    throw new Error(`round ${row.id} is not a wheel round`);
  return {
    id: row.id,
    game_key: "spin-wheel",
    nonce: row.nonce,
    segment_index: index,
    label: segment.label,
    reward: rewardView(segment.reward),
    paid_with: row.paid_with,
    cost: fromHundredths(row.cost),
    campaign: toRevision(setup),
    segments: segmentViews(setup.config),
    fairness: roundFairness(sql, row, setup.config),
    created_at: isoUtc(row.created_at),
  };
}

/** A grid round; the layout is null until the round has ended. */
export function gridRoundView(
  sql: Sql,
  row: RoundRow,
  { layout, now }: { layout: readonly CellContent[]; now: number },
): Static<typeof GridRound> {
  const setup = findGridSetup(sql, row.setup_id);
  const state = stateAt(row, now);
  if (state === "done") throw new Error(`round ${row.id} is not a grid round`);
  return {
    id: row.id,
    game_key: "recon-grid",
    nonce: row.nonce,
    state,
    tiles: setup.config.tiles,
    revealed: revealedCells(row).map((cell) => ({ cell, content: layout[cell] ?? "empty" })),
    found: row.found,
    earned: fromHundredths(row.earned),
    rules: rulesView(setup.config),
    layout: state === "active" ? null : [...layout],
    campaign: toRevision(setup),
    fairness: roundFairness(sql, row, setup.config),
    created_at: isoUtc(row.created_at),
    expires_at: isoUtc(row.expires_at ?? row.created_at),
    ended_at: state === "expired" ? isoUtcOrNull(row.expires_at) : isoUtcOrNull(row.ended_at),
  };
}

const REVEALED = jsonColumn("messenger_rounds.revealed", Type.Array(Type.Integer()));

/** Revealed cells in order of reveal. */
export function revealedCells({ revealed }: Pick<RoundRow, "revealed">): number[] {
  return REVEALED.read(revealed);
}

/** The layout determined by the round's seeds and rules. */
export function redrawLayout(row: RoundRow, setup: GridSetup, serverSeed: string): CellContent[] {
  const { client_seed: clientSeed, nonce } = row;
  return drawLayout({ algorithm: setup.algorithm, serverSeed, clientSeed, nonce }, setup);
}

export function toRevision({ campaignKey, revision }: Setup<unknown>): Static<typeof CampaignRevision> {
  return { key: campaignKey, revision };
}

function roundFairness(sql: Sql, row: RoundRow, { algorithm }: Pick<WheelSetup, "algorithm">) {
  const seed = findSeed(sql, row.seed_id);
  if (seed === null) throw new Error(`seed ${row.seed_id} does not exist`);
  return readFairness(sql, seed, { ...row, algorithm });
}
