import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp, Words } from "../../../../http/schema/shapes.ts";
import { isoUtc, isoUtcOrNull } from "../../../../kit/clock.ts";
import type { ThresholdChange } from "../policy/index.ts";
import { RUN_ID } from "../runs/index.ts";
import { TRIAGE_STATUSES, type TriageRow } from "../triage/index.ts";

export const RunId = Type.String({
  pattern: `^${RUN_ID}$`,
  description: "Id of a run.",
  examples: ["20261121T011000Z"],
});

export const RunningShape = Type.Object(
  { status: OneOf(["running"]) },
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
  changed_at: Timestamp(),
  parameter: Type.String(),
  previous_value: Type.Number(),
  new_value: Type.Number(),
  owner: Type.String(),
  reason: Type.String(),
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
  note: Type.Optional(Nullable(Text(2_000, { description: "Never public." }))),
});

export const TriageShape = Type.Object({
  signature: Nullable(Type.String()),
  row_id: Nullable(Type.String()),
  status: OneOf(TRIAGE_STATUSES),
  owner: Nullable(Type.String()),
  eta_utc: Nullable(Timestamp()),
  note: Nullable(Type.String()),
  updated_at: Timestamp(),
  operator: Type.String(),
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
  run: Nullable(RunId, { description: "Null removes the pinned baseline." }),
});
export const BaselineShape = Type.Object({ run: Nullable(Type.String()) });
