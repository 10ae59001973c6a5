import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Described, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { gatherFacts, type Person } from "../audiences/index.ts";
import { findOpenWheel, findWheelSetup, type WheelRow } from "../campaigns/index.ts";
import { findPause, UNAVAILABLE_REASONS } from "../games/index.ts";
import { leftToday } from "../limits/index.ts";
import { findOldestLot } from "../lots/index.ts";
import { mayPlay } from "../players/index.ts";
import {
  CampaignRevision,
  listRounds,
  SegmentView,
  segmentViews,
  toRevision,
  WheelRound,
  wheelRoundView,
} from "../rounds/index.ts";
import { Fairness, nextFairness } from "../seeds/index.ts";
import { toPaymentState } from "./play-wheel.ts";
import { choosePayment, nextFreeAt } from "./rules.ts";

const WheelCampaign = Type.Object(
  {
    key: Type.String({ description: "Key of the campaign." }),
    revision: Type.Integer({ description: "Revision of the campaign that is open now." }),
    title: Type.String({ description: "Title of the wheel in one line." }),
    cost: Type.Number({ description: "Price of a spin in salutes." }),
    free_spin_every_hours: Nullable(Type.Integer(), {
      description: "Hours between two timed free spins; null if the wheel has none.",
    }),
    segments: Type.Array(SegmentView, { description: "Segments of the wheel." }),
  },
  { title: "OpenWheel" },
);

export const WheelStatus = Type.Object({
  campaign: Nullable(WheelCampaign, {
    description: "The open campaign; null without one.",
  }),
  can_play: Type.Boolean({ description: "Whether the player can play now." }),
  reason: Nullable(
    OneOf([...UNAVAILABLE_REASONS, "cooldown", "insufficient_balance", "limit_reached"] as const),
    {
      description: "Why the wheel cannot be played; null if it can, or if the player is suspended.",
    },
  ),
  next_free_at: Nullable(Timestamp(), {
    description:
      "Time of the next timed free spin; the current time if one is available, null for a wheel without them.",
  }),
  free_spin: Nullable(
    Type.Object(
      {
        campaign: Described(CampaignRevision, "The campaign of the spin, at the revision that is played."),
        segments: Type.Array(SegmentView, { description: "Segments of the wheel." }),
      },
      { title: "FreeSpinWheel" },
    ),
    {
      description:
        "The wheel that the player's next free spin plays: that of the purchase or win. Null if it is the open one.",
    },
  ),
  last_round: Nullable(WheelRound, {
    description: "The player's latest round if it was a spin, so that one interrupted on the way is shown.",
  }),
  fairness: Nullable(Fairness, {
    description: "Commitment to the server seed, and the seeds in use; null before the first change.",
  }),
});

/** The wheel's status for a person. */
export function readWheelStatus(sql: Sql, person: Person, now: number): Static<typeof WheelStatus> {
  const { player } = person;
  const { campaign, reason } = findOpenWheel(sql, gatherFacts(sql, person), now);
  const playerId = player?.row.id ?? null;
  const isPaused = findPause(sql, "spin-wheel") !== null;
  if (campaign === null) {
    return {
      campaign: null,
      can_play: false,
      reason: isPaused ? "paused" : reason,
      next_free_at: null,
      free_spin: null,
      last_round: lastSpin(sql, playerId),
      fairness: nextFairness(sql, playerId),
    };
  }
  const state = toPaymentState(player, campaign);
  const { paidWith, refusal } = choosePayment(state, null, now);
  const left = playerId === null ? null : leftToday(sql, playerId, now);
  const isBeyondLimit = paidWith === "salutes" && left !== null && campaign.cost > left;
  const payReason = isBeyondLimit ? "limit_reached" : refusal === "not_available" ? "no_campaign" : refusal;
  const unavailableReason = isPaused ? "paused" : payReason;
  const freeAt = nextFreeAt(state);
  return {
    campaign: campaignView(sql, campaign),
    can_play: unavailableReason === null && mayPlay(player),
    reason: unavailableReason,
    next_free_at: freeAt === null ? null : isoUtc(Math.max(freeAt, now)),
    free_spin: playerId === null ? null : freeSpinView(sql, playerId, campaign.setup_id),
    last_round: lastSpin(sql, playerId),
    fairness: nextFairness(sql, playerId, campaign.algorithm),
  };
}

function lastSpin(sql: Sql, playerId: number | null): Static<typeof WheelRound> | null {
  const [last] = playerId === null ? [] : listRounds(sql, playerId, { limit: 1 });
  return last?.game_key === "spin-wheel" ? wheelRoundView(sql, last) : null;
}

/** Null if the next free spin plays the open wheel. */
function freeSpinView(
  sql: Sql,
  playerId: number,
  openSetupId: number,
): Static<typeof WheelStatus>["free_spin"] {
  const lot = findOldestLot(sql, playerId, "free_spins");
  if (lot === null || lot.setup_id === openSetupId) return null;
  const setup = findWheelSetup(sql, lot.setup_id);
  return { campaign: toRevision(setup), segments: segmentViews(setup.config) };
}

function campaignView(sql: Sql, campaign: WheelRow): Static<typeof WheelCampaign> {
  return {
    key: campaign.key,
    revision: campaign.revision,
    title: campaign.title,
    cost: fromHundredths(campaign.cost),
    free_spin_every_hours: campaign.free_spin_every_hours,
    segments: segmentViews(findWheelSetup(sql, campaign.setup_id).config),
  };
}
