import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

const Share = (owners: string) =>
  Type.Number({
    minimum: 0,
    maximum: 100,
    description: `Share of ${owners} of the counted owners in their total, in per cent, cut to 4 decimals.`,
    examples: [41.25],
  });

const figures = {
  owners: Type.Integer({ description: "Owners with more than zero." }),
  top1_pct: Share("the largest"),
  top5_pct: Share("the 5 largest"),
  top10_pct: Share("the 10 largest"),
  gini: Nullable(Type.Number({ examples: [0.82] }), {
    description:
      "Gini coefficient: 0 where all hold alike, towards 1 where one holds all; null without owners.",
  }),
  hhi: Nullable(Type.Number({ minimum: 0, maximum: 10_000, examples: [1250.5] }), {
    description: "Herfindahl-Hirschman index: the sum of squared shares in per cent, 0 to 10,000.",
  }),
  nakamoto: Nullable(Type.Integer({ examples: [3] }), {
    description: "How many of the largest owners hold more than half together.",
  }),
};

const Point = Type.Object(
  {
    taken_at: Timestamp({ description: "When the day's last holder scan was taken." }),
    slot: Type.Integer(),
    ...figures,
    excluding: Type.Object(figures, {
      description: "The same without the project's own wallets; shares are of the other owners' total.",
    }),
  },
  { title: "ConcentrationPoint" },
);

export const ConcentrationDocument = Type.Object({
  latest: Nullable(Point, { description: "The newest point; null before the first holder scan." }),
  count: Type.Integer({ description: "Points listed." }),
  trend_points: Type.Array(Point, {
    description: "One per day with a complete holder scan, oldest first, up to 365.",
  }),
  chain_mode: Nullable(ChainModeShape, { description: "Null where no chain is configured." }),
});
