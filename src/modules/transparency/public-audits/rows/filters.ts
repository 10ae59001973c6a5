import { type Static, Type } from "@sinclair/typebox";
import { SolanaAddress } from "../../../../http/schema/shapes.ts";
import { normalDecimal } from "../../../../kit/money.ts";
import { ANOMALY_TYPES, SEVERITIES } from "../../audits/detectors/index.ts";
import type { RowFilters } from "./store.ts";

/** Query parameters that filter a run's rows; all that are set must match (contract section 15). */
export const RowQuery = {
  severity: Type.Optional(ListOf(SEVERITIES, "Only rows of these severities.")),
  types: Type.Optional(ListOf(ANOMALY_TYPES, "Only rows of these anomaly types.")),
  signature: Type.Optional(
    Type.String({
      pattern: "^[1-9A-HJ-NP-Za-km-z]{8,88}$",
      "x-expectation": "the first 8 to 88 base58 characters of a signature",
      description: "Only rows of transactions whose signature starts with this.",
      examples: ["5VERv8NMvzbJ"],
    }),
  ),
  min_abs_delta: Type.Optional(
    Type.String({
      pattern: "^(?=[0.]*[0-9](\\.?[0-9]){0,16}$)[0-9]{1,30}(\\.[0-9]{1,30})?$",
      "x-expectation": "a plain, non-negative decimal of at most 17 digits in whole tokens, such as 1000.5",
      description:
        "Only rows with an abs_delta of at least this many tokens; rows without abs_delta are left out.",
      examples: ["1000.5"],
    }),
  ),
};

export const ExportRowQuery = {
  ...RowQuery,
  wallet: Type.Optional(SolanaAddress({ description: "Only rows that concern this wallet." })),
};

const FilterValues = Type.Object(ExportRowQuery);

/** Converts query parameters to filters. */
export function toRowFilters(query: Static<typeof FilterValues>): RowFilters {
  const { severity, types, signature, wallet, min_abs_delta } = query;
  return {
    severities: splitList(severity),
    types: splitList(types),
    signature: signature ?? null,
    wallet: wallet ?? null,
    minAbsDelta: min_abs_delta === undefined ? null : normalDecimal(min_abs_delta),
  };
}

export function isUnfiltered(filters: RowFilters): boolean {
  return Object.values(filters).every((each) => each === null);
}

function splitList(text: string | undefined): string[] | null {
  return text === undefined ? null : [...new Set(text.split(",").map((each) => each.trim()))];
}

function ListOf(values: readonly string[], description: string) {
  const any = `(${values.join("|")})`;
  return Type.String({
    pattern: `^ *${any}( *, *${any})* *$`,
    "x-expectation": `one or more of ${values.join(", ")}, separated by commas`,
    description,
    examples: [values.slice(-2).join(",")],
  });
}
