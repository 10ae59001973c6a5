import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { ThresholdChange } from "../policy/index.ts";
import { RUN_ID } from "../runs/index.ts";
import { TRIAGE_STATUSES, type TriageRow } from "../triage/index.ts";

export const RunId = Type.String({
  pattern: `^${RUN_ID}$`,
  "x-expectation": "a run's id such as 20261121T011000Z",
  description: "Id of an audit run: its start time as YYYYMMDDTHHMMSSZ.",
  examples: ["20261121T011000Z"],
});

export const RunningShape = Type.Object(
  { status: OneOf(["running"], { description: "Always running: the run is not finished." }) },
  {
    description:
      "The run is still in progress after 55 s. Once finished, it appears in /transparency/audit-anomalies/runs.json.",
  },
);

export const RunBody = Type.Object({
  from: Type.Optional(
    Timestamp({ description: "Start of the window. Without from and to: the previous UTC day." }),
  ),
  to: Type.Optional(Timestamp({ description: "End of the window, exclusive." })),
});

export const ThresholdBody = Type.Object({
  parameter: Text(64, { description: "Name of a threshold, such as audit.dust_recipients." }),
  new_value: Type.Number(),
  owner: Words(120, { description: "Person or team responsible for the change." }),
  reason: Words(500),
});

export const ThresholdChangeShape = Type.Object({
  changed_at: Timestamp({ description: "Time of the change." }),
  parameter: Type.String({ description: "Name of the threshold." }),
  previous_value: Type.Number({ description: "Value before the change." }),
  new_value: Type.Number({ description: "Value after the change." }),
  owner: Type.String({ description: "Person or team responsible for the change." }),
  reason: Type.String({ description: "Why the threshold was changed." }),
});

export function thresholdChangeView({
  changed_at,
  parameter,
  previous_value,
  new_value,
  owner,
  reason,
}: Omit<ThresholdChange, "id" | "operator">) {
  return { changed_at: isoUtc(changed_at), parameter, previous_value, new_value, owner, reason };
}

export const TriageBody = Type.Object({
  signature: Type.Optional(Nullable(Text(88))),
  row_id: Type.Optional(Nullable(Text(16))),
  status: OneOf(TRIAGE_STATUSES),
  owner: Type.Optional(Nullable(Text(120))),
  eta_utc: Type.Optional(Nullable(Timestamp())),
  note: Type.Optional(Nullable(Text(2_000, { description: "Note for operators, never published." }))),
});

export const TriageShape = Type.Object({
  signature: Nullable(Type.String(), {
    description: "Signature of the transaction; null for a row without one.",
  }),
  row_id: Nullable(Type.String(), { description: "Id of the row; null for the whole transaction." }),
  status: OneOf(TRIAGE_STATUSES, { description: "State of the triage, set by an operator." }),
  owner: Nullable(Type.String(), {
    description: "Person or team responsible; null if none is named.",
  }),
  eta_utc: Nullable(Timestamp(), { description: "Expected time of an explanation; null if none is given." }),
  note: Nullable(Type.String(), {
    description: "Note for operators, never published; null if there is none.",
  }),
  updated_at: Timestamp({ description: "Time of the last change." }),
  operator: Type.String({ description: "Name of the operator who set it." }),
});

export function triageView({ at, signature, row_id, status, owner, eta_utc, note, operator }: TriageRow) {
  return {
    signature,
    row_id,
    status,
    owner,
    eta_utc: isoUtcOrNull(eta_utc),
    note,
    updated_at: isoUtc(at),
    operator,
  };
}

export const BaselineBody = Type.Object({
  run: Nullable(RunId, { description: "Id of the run to pin; null removes the pinned baseline." }),
});
export const BaselineShape = Type.Object({
  run: Nullable(Type.String(), { description: "Id of the run; null if none is pinned." }),
});
