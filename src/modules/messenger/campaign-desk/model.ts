import { type Static, Type } from "@sinclair/typebox";
import { Amount, Described, Nullable, OneOf, Text } from "../../../http/schema/shapes.ts";
import { Key } from "../audiences/index.ts";
import { AVAILABILITY, NEW_AVAILABILITY } from "../availability.ts";
import { GAME_KEYS } from "../games/index.ts";
import { NewReward } from "../rewards/index.ts";
import { GridRules, SegmentView } from "../rounds/index.ts";
import { ALGORITHMS } from "../seeds/index.ts";

export const MAX_SEGMENTS = 64;

const Salutes = Amount({ minimum: 0, maximum: 1e9 });

const Weight = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const OverrideReason = Type.Optional(
  Text(500, {
    description:
      "Why the campaign may create salutes without end. Only an owner may give it; it is recorded in the audit trail.",
  }),
);

export const NewSegment = Type.Object({ label: Text(64), weight: Weight, reward: NewReward });

export const NewWheel = Type.Object({
  key: Key,
  title: Text(120),
  segments: Type.Array(NewSegment, { minItems: 1, maxItems: MAX_SEGMENTS }),
  cost: Type.Optional(Salutes),
  free_spin_every_hours: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 8_760 }))),
  algorithm: Type.Optional(OneOf(ALGORITHMS)),
  override_reason: OverrideReason,
  ...NEW_AVAILABILITY,
});
export type NewWheel = Static<typeof NewWheel>;

export const ExpectedValue = Type.Object(
  {
    fraction: Type.String({ description: "The exact value in lowest terms, such as 5/2." }),
    decimal: Type.String({
      description: "The value as a decimal, exact with up to 12 decimal places, otherwise rounded to 12.",
    }),
  },
  { title: "ExpectedValue" },
);

export const Wheel = Type.Object({
  key: Key,
  revision: Type.Integer({ description: "Revision of the wheel, one higher with each change." }),
  title: Type.String({ description: "Title of the wheel in one line." }),
  segments: Type.Array(SegmentView, { description: "Segments of the wheel." }),
  cost: Type.Number({ description: "Price of a round in salutes." }),
  free_spin_every_hours: Nullable(Type.Integer(), {
    description: "Hours between two timed free spins; null if the wheel has none.",
  }),
  algorithm: OneOf(ALGORITHMS, { description: "Name of the algorithm that derives results from the seeds." }),
  expected_value: Described(ExpectedValue, "Mean payout of a round."),
  return_pct: Nullable(
    Type.Number({ description: "Mean payout in per cent of the cost; null if a play is free." }),
  ),
  ...AVAILABILITY,
});
export type WheelView = Static<typeof Wheel>;

const MAX_TILES = 100;

export const NewGridRules = Type.Object({
  tiles: Type.Optional(
    Type.Integer({
      minimum: 4,
      maximum: MAX_TILES,
      description: "Number of cells of the grid; 25 by default.",
    }),
  ),
  mines: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TILES,
      description: "Number of mines in the grid; 3 by default.",
    }),
  ),
  targets: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TILES,
      description: "Number of targets in the grid; 5 by default.",
    }),
  ),
  reward_per_target: Type.Optional(Salutes),
  clear_bonus: Type.Optional(Salutes),
  missile_price: Type.Optional(Salutes),
  max_missiles_per_purchase: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "Most missiles that one purchase can have; 100 by default.",
    }),
  ),
  algorithm: Type.Optional(OneOf(ALGORITHMS)),
});

export const NewCatalogCampaign = Type.Object({
  key: Key,
  game_key: OneOf(GAME_KEYS),
  title: Text(120),
  description: Type.Optional(Nullable(Text(1000))),
  position: Type.Optional(
    Type.Integer({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: "Place in the catalog: lower numbers come first; 0 by default.",
    }),
  ),
  config: Type.Optional(Nullable(NewGridRules, { description: "The grid's rules; null for the wheel." })),
  override_reason: OverrideReason,
  ...NEW_AVAILABILITY,
});
export type NewCatalogCampaign = Static<typeof NewCatalogCampaign>;

const GridConfig = Type.Object(
  {
    ...GridRules.properties,
    algorithm: OneOf(ALGORITHMS, {
      description: "Name of the algorithm that derives results from the seeds.",
    }),
  },
  { title: "GridConfig" },
);

export const CatalogCampaign = Type.Object({
  key: Key,
  revision: Type.Integer({ description: "Revision of the campaign, one higher with each change." }),
  game_key: OneOf(GAME_KEYS, { description: "Key of the game, as the catalog lists it." }),
  title: Type.String({ description: "Title of the campaign in one line." }),
  description: Nullable(Type.String(), {
    description: "Description shown to players; null if there is none.",
  }),
  position: Type.Integer({ description: "Place in the catalog: lower numbers come first." }),
  config: Nullable(GridConfig, { description: "The grid's rules; null for the wheel." }),
  return_pct: Nullable(
    Type.Number({
      description:
        "The grid's highest expected return that a player can reach, in per cent of the missiles' price; null for the wheel, or if missiles are free.",
    }),
  ),
  ...AVAILABILITY,
});
export type CatalogCampaignView = Static<typeof CatalogCampaign>;
