import { Kind, type TObject, Type, TypeRegistry } from "@sinclair/typebox";
import { RowCount } from "../../../../http/input/list-shapes.ts";
import { Nullable, OneOf } from "../../../../http/schema/shapes.ts";
import { Checksum, PolicyRevision, Warnings } from "../model.ts";
import { DestinationShape, RULE_NAMES } from "../shapes.ts";
import { BatchDefaults, BatchItem } from "../validation/validate-batch.ts";

const verdict = {
  valid: Type.Boolean({ description: "Whether the share can be built." }),
  destination: Nullable(DestinationShape, { description: "The shared destination; null if it is refused." }),
  channels: Type.Array(Type.String(), {
    description: "Ids of the channels that would be built.",
    examples: [["x"]],
  }),
  error: Nullable(Type.String(), {
    description: "The error code with which building would be refused; null if it would succeed.",
    examples: [null],
  }),
  rule: Nullable(OneOf(RULE_NAMES), {
    description: "Name of the rule that refuses the destination; null if none does.",
    examples: [null],
  }),
  denied_host: Nullable(Type.String(), {
    description: "The refused host; null if none was refused.",
    examples: [null],
  }),
  message: Nullable(Type.String(), {
    description: "Explanation in a sentence; null if there is none.",
    examples: [null],
  }),
  details: Type.Array(
    Type.Object({
      field: Type.String({ description: "Name of the field." }),
      message: Type.String({ description: "Explanation in a sentence." }),
    }),
    { description: "Faults of the request, one per field.", examples: [[]] },
  ),
  warnings: Warnings,
};

export const ValidateResponse = Type.Object({
  ...verdict,
  policy_revision: PolicyRevision,
  checksum: Checksum,
});

/** Items are checked one by one, so that a bad one does not affect others; here every value is accepted. */
TypeRegistry.Set("AudioShareItem", () => true);

export const BatchBody = Type.Object({
  defaults: Type.Optional(BatchDefaults),
  items: Type.Array(Type.Unsafe<unknown>({ ...(BatchItem as TObject), [Kind]: "AudioShareItem" }), {
    minItems: 1,
    maxItems: 100,
    examples: [[{ track_url: "/tracks/42" }, { file_url: "/files/42.mp3" }]],
  }),
});

export const BatchResponse = Type.Object({
  count: RowCount,
  valid_count: Type.Integer({ description: "Number of shares that can be built.", examples: [1] }),
  invalid_count: Type.Integer({ description: "Number of refused shares.", examples: [0] }),
  results: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "Index of the share in the request, from 0.", examples: [0] }),
      ...verdict,
    }),
    { description: "Verdicts, one for each requested share, in their order." },
  ),
  policy_revision: PolicyRevision,
  checksum: Checksum,
});
