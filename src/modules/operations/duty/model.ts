import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";

/** In the order of ISO 8601: Monday is the first day. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export const MAX_MEMBERS = 50;
export const MAX_OVERRIDES = 100;

const Hour = () =>
  Type.Integer({
    minimum: 0,
    maximum: 23,
    description: "Hour of the hand-over, by the zone's clocks.",
  });
const Weekday = () => OneOf(WEEKDAYS, { description: "Day of the hand-over." });
const Override = {
  operator: Text(40, { description: "Name of the operator." }),
  from: Timestamp(),
  to: Timestamp(),
};

export const PlanBody = Type.Object({
  zone: Text(64, { description: "IANA name of the time zone, such as Europe/Berlin." }),
  weekday: Weekday(),
  hour: Hour(),
  starts_on: Type.Optional(
    Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      "x-expectation": "a day such as 2026-11-23",
      examples: ["2026-11-23"],
      description:
        "A day of the first member's week; any other week is counted from it. Without it, the current week is the first member's.",
    }),
  ),
  members: Type.Array(
    Type.Object({
      operator: Text(40, { description: "Name of an active operator who is not a viewer." }),
      email: Type.String({ format: "email" }),
    }),
    { maxItems: MAX_MEMBERS, description: "In the order of their weeks; an empty list ends the plan." },
  ),
  overrides: Type.Optional(
    Type.Array(Type.Object(Override), {
      maxItems: MAX_OVERRIDES,
      description:
        "Times at which a member is on call instead of the one of the rotation; they must not overlap.",
    }),
  ),
});

const ShiftShape = Type.Object({
  ...Override,
  override: Type.Boolean({ description: "Whether an override names the operator, not the rotation." }),
});
export type ShiftView = Static<typeof ShiftShape>;

export const PlanView = Type.Object({
  zone: Nullable(Type.String(), { description: "Null without a plan." }),
  weekday: Nullable(Weekday()),
  hour: Nullable(Hour()),
  starts_on: Nullable(Type.String({ description: "Local day of the hand-over to the first member." })),
  members: Type.Array(
    Type.Object({
      operator: Type.String(),
      email: Type.String(),
      available: Type.Boolean({ description: "False while the operator is disabled or only a viewer." }),
    }),
    { description: "In the order of their weeks; empty without a plan." },
  ),
  overrides: Type.Array(Type.Object(Override), { description: "By their start." }),
  on_duty: Nullable(ShiftShape, { description: "Null without a plan, or while nobody of it is available." }),
  next: Nullable(ShiftShape, { description: "The next shift of another operator." }),
  shifts: Type.Array(ShiftShape, {
    description: "The shifts of the next four weeks, the current one first.",
  }),
  updated_at: Nullable(Timestamp()),
  updated_by: Nullable(Type.String({ description: "Name of the operator who set the plan." })),
});
export type PlanView = Static<typeof PlanView>;
