import { type Static, Type } from "@sinclair/typebox";
import { SolanaAddress } from "../../../../http/schema/shapes.ts";
import { normalDecimal } from "../../../../kit/money.ts";
import { ANOMALY_TYPES, SEVERITIES } from "../../audits/detectors/index.ts";
import type { RowFilters } from "./store.ts";

/** Parameters that choose rows of a run; each narrows what the others leave (contract section 15). */
export const RowQuery = {
  severity: Type.Optional(ListOf(SEVERITIES, "Rows of these severities, separated by commas.")),
  types: Type.Optional(ListOf(ANOMALY_TYPES, "Rows of these anomaly types, separated by commas.")),
  signature: Type.Optional(
    Type.String({
      pattern: "^[1-9A-HJ-NP-Za-km-z]{8,88}$",
      "x-expectation": "the first 8 to 88 base58 characters of a signature",
      description: "Rows of transactions whose signature begins so.",
      examples: ["5VERv8NMvzbJ"],
    }),
  ),
  min_abs_delta: Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,30}(\\.[0-9]{1,30})?$",
      "x-expectation": "a plain decimal of whole tokens that is not negative, such as 1000.5",
      description: "Rows with an abs_delta of at least so many tokens; rows without one are left out.",
      examples: ["1000.5"],
    }),
  ),
};

export const ExportRowQuery = {
  ...RowQuery,
  wallet: Type.Optional(SolanaAddress({ description: "Rows about this wallet." })),
};

const FilterValues = Type.Object(ExportRowQuery);

/** The filters that parameters ask for. */
export function filtersOf(query: Static<typeof FilterValues>): RowFilters {
  const { severity, types, signature, wallet, min_abs_delta } = query;
  return {
    severities: listed(severity),
    types: listed(types),
    signature: signature ?? null,
    wallet: wallet ?? null,
    minAbsDelta: min_abs_delta === undefined ? null : normalDecimal(min_abs_delta),
  };
}

export function isUnfiltered(filters: RowFilters): boolean {
  return Object.values(filters).every((each) => each === null);
}

function listed(text: string | undefined): string[] | null {
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
