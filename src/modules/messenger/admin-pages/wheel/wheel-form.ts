import { type Static, Type } from "@sinclair/typebox";
import { MAX_SEGMENTS, type WheelView } from "../../campaign-desk/index.ts";
import { type EnteredForm, FormText, fieldOfIso, isoOfField, numberOrText } from "../parts.tsx";

/** Maximum number of segment rows in the editor. */
export const MAX_ROWS = MAX_SEGMENTS;

const SEGMENT_FIELD_NAMES = ["label", "weight", "kind", "amount"] as const;
type SegmentField = (typeof SEGMENT_FIELD_NAMES)[number];

export function nameInput(field: SegmentField, row: number): string {
  return `${field}_${row}`;
}

const SEGMENT_FIELDS = Object.fromEntries(
  Array.from({ length: MAX_ROWS }, (_, row) =>
    SEGMENT_FIELD_NAMES.map((field) => [nameInput(field, row), FormText]),
  ).flat(),
) as Record<string, typeof FormText>;

const WHEEL_INPUTS = {
  key: FormText,
  title: FormText,
  cost: FormText,
  free_spin_every_hours: FormText,
  algorithm: FormText,
  audience: FormText,
  starts_at: FormText,
  ends_at: FormText,
  enabled: FormText,
  revision: FormText,
  override_reason: FormText,
};

export const WheelForm = Type.Object({
  ...SEGMENT_FIELDS,
  ...WHEEL_INPUTS,
  action: FormText,
  rows: FormText,
  seen: FormText,
});
export type WheelFields = Static<typeof WheelForm> & Record<string, string | undefined>;

/** Numbers of the rows with a label or weight. */
export function filledRows(body: WheelFields): number[] {
  return Array.from({ length: MAX_ROWS }, (_, row) => row).filter((row) =>
    [nameInput("label", row), nameInput("weight", row)].some((name) => body[name] !== undefined),
  );
}

/** The request body for a form's values, not validated yet. */
export function wheelBody(body: WheelFields): Record<string, unknown> {
  return {
    key: body.key ?? "",
    title: body.title ?? "",
    segments: filledRows(body).map((row) => {
      const kind = body[nameInput("kind", row)] ?? "nothing";
      return {
        label: body[nameInput("label", row)] ?? "",
        weight: numberOrText(body[nameInput("weight", row)]) ?? "",
        reward: {
          kind,
          amount: kind === "nothing" ? 0 : (numberOrText(body[nameInput("amount", row)]) ?? 0),
        },
      };
    }),
    cost: numberOrText(body.cost) ?? 0,
    free_spin_every_hours: numberOrText(body.free_spin_every_hours) ?? null,
    algorithm: body.algorithm ?? "reject-v1",
    audience: body.audience ?? null,
    starts_at: isoOfField(body.starts_at),
    ends_at: isoOfField(body.ends_at),
    enabled: body.enabled !== "0",
    ...(body.override_reason === undefined ? {} : { override_reason: body.override_reason }),
    ...(body.revision === undefined ? {} : { expected_revision: Number(body.revision) }),
  };
}

/** Input names by API field. */
export function wheelInputs(body: WheelFields): Record<string, string> {
  const segments = filledRows(body).flatMap((row, index) => [
    [`segments.${index}.label`, nameInput("label", row)],
    [`segments.${index}.weight`, nameInput("weight", row)],
    [`segments.${index}.reward.kind`, nameInput("kind", row)],
    [`segments.${index}.reward.amount`, nameInput("amount", row)],
  ]);
  return { ...Object.fromEntries(segments), expected_revision: "key" };
}

/** The form values of a wheel. */
export function toWheelFields(wheel: WheelView): EnteredForm["values"] {
  const segments = wheel.segments.slice(0, MAX_ROWS).flatMap(({ label, reward, weight }, row) => [
    [nameInput("label", row), label],
    [nameInput("weight", row), String(weight)],
    [nameInput("kind", row), reward.kind],
    [nameInput("amount", row), reward.kind === "nothing" ? "" : String(reward.amount)],
  ]);
  const fields: Record<string, string> = {
    ...Object.fromEntries(segments),
    key: wheel.key,
    title: wheel.title,
    cost: String(wheel.cost),
    free_spin_every_hours: wheel.free_spin_every_hours === null ? "" : String(wheel.free_spin_every_hours),
    algorithm: wheel.algorithm,
    audience: wheel.audience ?? "",
    starts_at: fieldOfIso(wheel.starts_at),
    ends_at: fieldOfIso(wheel.ends_at),
    enabled: wheel.enabled ? "1" : "0",
    revision: String(wheel.revision),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}
