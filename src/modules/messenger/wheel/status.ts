import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { factsOf, type Person } from "../audiences/index.ts";
import { findOpenWheel, findWheelSetup, type WheelRow } from "../campaigns/index.ts";
import { findPause, UNAVAILABLE_REASONS } from "../games/index.ts";
import { SegmentView, segmentViews } from "../rounds/index.ts";
import { Fairness, nextFairness } from "../seeds/index.ts";
import { purseOf } from "./play-wheel.ts";
import { choosePayment, nextFreeAt } from "./rules.ts";

const WheelCampaign = Type.Object(
  {
    key: Type.String(),
    revision: Type.Integer(),
    title: Type.String(),
    cost: Type.Number({ description: "Salutes per spin." }),
    free_spin_every_hours: Nullable(Type.Integer()),
    segments: Type.Array(SegmentView),
  },
  { title: "OpenWheel" },
);

export const WheelStatus = Type.Object({
  campaign: Nullable(WheelCampaign),
  can_play: Type.Boolean(),
  reason: Nullable(OneOf([...UNAVAILABLE_REASONS, "cooldown", "insufficient_balance"] as const), {
    description: "Why not; null where it can be played.",
  }),
  next_free_at: Nullable(Timestamp(), {
    description: "From when a spin is free; now where one is free already, null where none is free by time.",
  }),
  fairness: Nullable(Fairness),
});

/** What a person may know of the wheel before spinning it. */
export function readWheelStatus(sql: Sql, person: Person, now: number): Static<typeof WheelStatus> {
  const { player } = person;
  const { campaign, reason } = findOpenWheel(sql, factsOf(sql, person), now);
  const playerId = player?.row.id ?? null;
  const isPaused = findPause(sql, "spin-wheel") !== null;
  if (campaign === null) {
    return {
      campaign: null,
      can_play: false,
      reason: isPaused ? "paused" : reason,
      next_free_at: null,
      fairness: nextFairness(sql, playerId),
    };
  }
  const purse = purseOf(player, campaign);
  const { refusal } = choosePayment(purse, null, now);
  const why = isPaused ? "paused" : refusal === "not_available" ? "no_campaign" : refusal;
  const freeAt = nextFreeAt(purse);
  return {
    campaign: campaignView(sql, campaign),
    can_play: why === null,
    reason: why,
    next_free_at: freeAt === null ? null : isoUtc(Math.max(freeAt, now)),
    fairness: nextFairness(sql, playerId, campaign.algorithm),
  };
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
