import { Type } from "@sinclair/typebox";
import { Flag, Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";

/** Available windows, in days. */
export const NOISE_WINDOWS = [7, 14, 30] as const;

export const VERDICTS = ["quiet", "noisy", "too_little_data"] as const;

export const WindowFields = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: "One window: 7, 14 or 30. Takes precedence over windows.",
    }),
  ),
  windows: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "Comma-separated windows from 7, 14 and 30; default: all three.",
    }),
  ),
};

export const NoiseQuery = Type.Object({
  ...WindowFields,
  compact: Type.Optional(Flag({ description: "Only days, noise_rate_pct and verdict." })),
  include_windows_meta: Type.Optional(Flag({ description: "Adds windows_meta." })),
});

export const NoiseCsvQuery = Type.Object({
  ...WindowFields,
  mode: OneOf(["summary"], { default: "summary", description: "One row per window." }),
  include_points: Type.Optional(Flag({ description: "Adds one row per day of the longest window." })),
});

const Rate = Nullable(Type.Number(), {
  description: "Share of refusals suppressed by rules, in percent with two decimals; null without refusals.",
});

const NoiseWindow = Type.Object({
  days: Type.Integer({ description: "Length of the window, in days." }),
  total: Type.Optional(Type.Integer({ description: "Number of refusals in the window." })),
  suppressed: Type.Optional(Type.Integer({ description: "Number of refusals that matched a rule." })),
  unsuppressed: Type.Optional(Type.Integer({ description: "Number of refusals that matched no rule." })),
  noise_rate_pct: Rate,
  per_day_median: Type.Optional(
    Type.Number({ description: "Median of refusals per UTC day since the installation." }),
  ),
  spikes: Type.Optional(
    Type.Integer({ description: "Hours with a spike, against the mean of the previous 24 hours." }),
  ),
  verdict: OneOf(VERDICTS, {
    description:
      "too_little_data: the installation is younger than half the window. noisy: a spike, or more than 200 unsuppressed refusals per day. quiet: otherwise.",
  }),
});

export const Noise = Type.Object({
  windows: Type.Array(NoiseWindow, { description: "Windows in the requested order." }),
  windows_meta: Type.Optional(
    Type.Array(
      Type.Object({
        days: Type.Integer({ description: "Length of the window, in days." }),
        from: Timestamp({ description: "Start of the window." }),
        to: Timestamp({ description: "End of the window." }),
        hours_with_data: Type.Integer({ description: "Hours in the window since the installation." }),
      }),
      { description: "What each window covers." },
    ),
  ),
});

export const NOISE_COLUMNS = [
  "row",
  "days",
  "day",
  "total",
  "suppressed",
  "unsuppressed",
  "noise_rate_pct",
  "per_day_median",
  "spikes",
  "verdict",
] as const;
