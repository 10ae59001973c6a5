import { Type } from "@sinclair/typebox";
import { Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../platform/chain-access/index.ts";

const Share = (owners: string) =>
  Type.Number({
    minimum: 0,
    maximum: 100,
    description: `Share held by ${owners}, in per cent of the total of all counted owners, truncated to 4 decimals.`,
    examples: [41.25],
  });

const figures = {
  owners: Type.Integer({ description: "Number of owners with a balance above zero." }),
  top1_pct: Share("the largest owner"),
  top5_pct: Share("the 5 largest owners"),
  top10_pct: Share("the 10 largest owners"),
  gini: Nullable(Type.Number({ examples: [0.82] }), {
    description:
      "Gini coefficient: 0 if all owners hold the same amount, close to 1 if one owner holds everything; null without owners.",
  }),
  hhi: Nullable(Type.Number({ minimum: 0, maximum: 10_000, examples: [1250.5] }), {
    description:
      "Herfindahl-Hirschman index: sum of the squared shares in per cent, 0 to 10,000; null without owners.",
  }),
  nakamoto: Nullable(Type.Integer({ examples: [3] }), {
    description:
      "Nakamoto coefficient: smallest number of owners that together hold more than half; null without owners.",
  }),
};

const Point = Type.Object(
  {
    taken_at: Timestamp({ description: "Time of the day's last holder scan." }),
    slot: Type.Integer({ description: "Finalized slot of the holder scan." }),
    ...figures,
    excluding: Type.Object(figures, {
      description: "The same figures without the project's wallets, relative to the other owners' total.",
    }),
  },
  { title: "ConcentrationPoint" },
);

export const ConcentrationDocument = Type.Object({
  latest: Nullable(Point, { description: "The newest point; null before the first holder scan." }),
  count: Type.Integer({ description: "Number of points in the answer." }),
  trend_points: Type.Array(Point, {
    description: "One per day with a complete holder scan, oldest first, up to 365.",
  }),
  chain_mode: Nullable(ChainModeShape, {
    description: "Where the chain's figures are from; null if no chain is configured.",
  }),
});
