import { type Static, Type } from "@sinclair/typebox";
import { MAX_SEGMENTS, type WheelView } from "../../campaign-desk/index.ts";
import { type Entered, fieldOfInstant, instant, Loose, numeric } from "../parts.tsx";

/** Rows for segments that the editor has at most: as many as a wheel may have segments. */
export const MAX_ROWS = MAX_SEGMENTS;

const PARTS = ["label", "weight", "kind", "amount"] as const;
type Part = (typeof PARTS)[number];

export function inputOf(part: Part, row: number): string {
  return `${part}_${row}`;
}

const SEGMENT_FIELDS = Object.fromEntries(
  Array.from({ length: MAX_ROWS }, (_, row) => PARTS.map((part) => [inputOf(part, row), Loose])).flat(),
) as Record<string, typeof Loose>;

const FIXED = {
  key: Loose,
  title: Loose,
  cost: Loose,
  free_spin_every_hours: Loose,
  algorithm: Loose,
  audience: Loose,
  starts_at: Loose,
  ends_at: Loose,
  enabled: Loose,
  revision: Loose,
};

/** Inputs that say what the wheel is. */
export const WHEEL_FIELDS = Object.keys({ ...SEGMENT_FIELDS, ...FIXED });

export const WheelForm = Type.Object({
  ...SEGMENT_FIELDS,
  ...FIXED,
  action: Loose,
  rows: Loose,
  seen: Loose,
});
export type WheelFields = Static<typeof WheelForm> & Record<string, string | undefined>;

/** Rows that say anything, by their number. */
export function filledRows(body: WheelFields): number[] {
  return Array.from({ length: MAX_ROWS }, (_, row) => row).filter((row) =>
    [inputOf("label", row), inputOf("weight", row)].some((name) => body[name] !== undefined),
  );
}

/** What the form says of a wheel, for the operation's own shape to judge. */
export function wheelOf(body: WheelFields): object {
  return {
    key: body.key ?? "",
    title: body.title ?? "",
    segments: filledRows(body).map((row) => {
      const kind = body[inputOf("kind", row)] ?? "nothing";
      return {
        label: body[inputOf("label", row)] ?? "",
        weight: numeric(body[inputOf("weight", row)]) ?? "",
        reward: {
          kind,
          amount: kind === "nothing" ? 0 : (numeric(body[inputOf("amount", row)]) ?? 0),
        },
      };
    }),
    cost: numeric(body.cost) ?? 0,
    free_spin_every_hours: numeric(body.free_spin_every_hours) ?? null,
    algorithm: body.algorithm ?? "reject-v1",
    audience: body.audience ?? null,
    starts_at: instant(body.starts_at),
    ends_at: instant(body.ends_at),
    enabled: body.enabled !== "0",
    ...(body.revision === undefined ? {} : { expected_revision: Number(body.revision) }),
  };
}

/** Inputs by the fields of the API. */
export function wheelInputs(body: WheelFields): Record<string, string> {
  return Object.fromEntries(
    filledRows(body).flatMap((row, index) => [
      [`segments.${index}.label`, inputOf("label", row)],
      [`segments.${index}.weight`, inputOf("weight", row)],
      [`segments.${index}.reward.kind`, inputOf("kind", row)],
      [`segments.${index}.reward.amount`, inputOf("amount", row)],
      ["expected_revision", "key"],
    ]),
  );
}

/** A wheel as its form shows it. */
export function wheelFieldsOf(wheel: WheelView): Entered["values"] {
  const segments = wheel.segments.slice(0, MAX_ROWS).flatMap(({ label, reward, weight }, row) => [
    [inputOf("label", row), label],
    [inputOf("weight", row), String(weight)],
    [inputOf("kind", row), reward.kind],
    [inputOf("amount", row), reward.kind === "nothing" ? "" : String(reward.amount)],
  ]);
  const fields: Record<string, string> = {
    ...Object.fromEntries(segments),
    key: wheel.key,
    title: wheel.title,
    cost: String(wheel.cost),
    free_spin_every_hours: wheel.free_spin_every_hours === null ? "" : String(wheel.free_spin_every_hours),
    algorithm: wheel.algorithm,
    audience: wheel.audience ?? "",
    starts_at: fieldOfInstant(wheel.starts_at),
    ends_at: fieldOfInstant(wheel.ends_at),
    enabled: wheel.enabled ? "1" : "0",
    revision: String(wheel.revision),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ""));
}
