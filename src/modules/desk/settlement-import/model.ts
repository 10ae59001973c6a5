import { type Static, Type } from "@sinclair/typebox";
import { Characters, Flag, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { COLUMNS, KINDS, MAX_ROWS } from "./rules.ts";

export const ImportQuery = Type.Object({
  dry_run: Type.Optional(Flag({ description: "Verifies every payment and settles none." })),
});

const MAX_CHARACTERS = 200_000;

export const ImportBody = Type.Object({
  csv: Characters(MAX_CHARACTERS, {
    description: `CSV with the header ${COLUMNS.join(",")} and at most ${MAX_ROWS.toLocaleString("en")} rows.`,
  }),
});

export const ROW_STATES = ["verified", "settled", "already_settled", "refused"] as const;

const ImportResult = Type.Object({
  index: Type.Integer({ description: "Place in the CSV, from 0; the header does not count." }),
  kind: Nullable(OneOf(KINDS), { description: "Kind of the payment; null for an unreadable row." }),
  id: Nullable(Type.Integer(), {
    description: "Id of the conversion or claim; null for an unreadable row.",
  }),
  status: OneOf(ROW_STATES, {
    description:
      "verified: proved on the chain, by a dry run. settled: by this request. already_settled: by the same transaction before. refused: see error.",
  }),
  error: Nullable(Type.String(), { description: "Code of the refusal; null for other rows." }),
  message: Nullable(Type.String(), { description: "Advice on the refusal; null for other rows." }),
});
export type ImportResult = Static<typeof ImportResult>;

export const ImportReport = Type.Object({
  dry_run: Type.Boolean({ description: "Whether nothing was to be settled." }),
  count: Type.Integer({ description: "Number of rows in the CSV." }),
  verified: Type.Integer({ description: "Number of rows that a dry run proved." }),
  settled: Type.Integer({ description: "Number of rows that this request settled." }),
  already_settled: Type.Integer({ description: "Number of rows settled by the same transaction before." }),
  refused: Type.Integer({ description: "Number of refused rows." }),
  results: Type.Array(ImportResult, { description: "Outcome of each row, in the order of the CSV." }),
});
export type ImportReport = Static<typeof ImportReport>;
