import { type Static, Type } from "@sinclair/typebox";
import { Nullable, Text, Timestamp } from "../../../http/schema/shapes.ts";

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

export const MAX_SPANS = 100;
export const MAX_OVERRIDES = 100;
const MAX_MEMBERS = 50;

const Name = (description = "Name of the operator.") => Text(40, { description });
const Zone = () => Text(64, { description: "IANA name of the time zone, such as Europe/Berlin." });
const Minutes = { minimum: 1, maximum: 1_440 };

/** A weekday and time, or a time. */
const Edge = (description: string) =>
  Type.String({
    pattern: "^((mon|tue|wed|thu|fri|sat|sun) ([01]\\d|2[0-3]):[0-5]\\d|\\d{4}-\\d{2}-\\d{2}T.{4,30})$",
    "x-expectation": "a weekday and time such as mon 09:00, or an ISO 8601 time",
    examples: ["mon 09:00", "2026-11-23T08:00:00Z"],
    description,
  });

const Override = {
  operator: Name(),
  from: Timestamp({ description: "Start of the span, inclusive." }),
  to: Timestamp({ description: "End of the span, exclusive." }),
};

export const PlanBody = Type.Object({
  zone: Type.Optional({
    ...Zone(),
    description:
      "IANA name of the time zone, such as Europe/Berlin. Without it, the plan's present one, or UTC.",
  }),
  rotation: Type.Array(
    Type.Object({
      operator: Name("Name of an active operator who is not a viewer."),
      from: Edge("Weekday and time in the zone, repeated each week; or the time of the first shift."),
      to: Edge("The end, in the form of `from`."),
    }),
    {
      maxItems: MAX_SPANS,
      description:
        "Spans that must not overlap. Given as times they repeat, by the zone's clocks, after as many whole weeks as they cover. Between them nobody is on call. An empty list ends the plan.",
    },
  ),
  contacts: Type.Optional(
    Type.Array(Type.Object({ operator: Name(), email: Type.String({ format: "email" }) }), {
      maxItems: MAX_MEMBERS,
      description:
        "Mail addresses. An operator who is left out keeps the present address; alarms for one without any go to ALERT_EMAIL.",
    }),
  ),
  overrides: Type.Optional(
    Type.Array(Type.Object(Override), {
      maxItems: MAX_OVERRIDES,
      description:
        "Times at which an operator is on call instead of the one of the rotation; they must not overlap.",
    }),
  ),
  escalation: Type.Optional(
    Type.Object(
      {
        after_minutes: Type.Optional(
          Type.Integer({
            ...Minutes,
            description:
              "Minutes that an alarm may wait for an acknowledgement; without it ALERT_ESCALATION_MINUTES.",
          }),
        ),
        operators: Type.Optional(
          Type.Array(Name(), {
            maxItems: MAX_MEMBERS,
            description: "Operators who are mailed then; without it the others of the rotation.",
          }),
        ),
      },
      { description: "What happens to alarms that nobody acknowledges." },
    ),
  ),
});
export type NewPlan = Static<typeof PlanBody>;

const ShiftShape = Type.Object({
  ...Override,
  override: Type.Boolean({ description: "Whether an override names the operator, not the rotation." }),
});
export type ShiftView = Static<typeof ShiftShape>;

export const PlanView = Type.Object({
  zone: Nullable(Type.String(), { description: "IANA name of the plan's time zone; null without a plan." }),
  rotation: Type.Array(Type.Object(Override), {
    description: "The current round of the rotation, by start; empty without a plan.",
  }),
  repeats_after_weeks: Nullable(Type.Integer(), {
    description: "Weeks after which the rotation begins again; null without a plan.",
  }),
  contacts: Type.Array(
    Type.Object({
      operator: Type.String({ description: "Name of the operator." }),
      email: Nullable(Type.String(), {
        description: "The operator's mail address; null if alarms go to ALERT_EMAIL.",
      }),
      available: Type.Boolean({ description: "False while the operator is disabled or only a viewer." }),
    }),
    { description: "The operators of the plan, in the order of the rotation." },
  ),
  overrides: Type.Array(Type.Object(Override), {
    description: "Times at which an override replaces the rotation, by their start.",
  }),
  escalation: Type.Object(
    {
      after_minutes: Type.Integer({ description: "Minutes that an alarm may wait for an acknowledgement." }),
      operators: Type.Array(Type.String(), { description: "Operators who are mailed then." }),
    },
    { description: "Who is told of an alarm that nobody acknowledges, and when." },
  ),
  on_duty: Nullable(ShiftShape, {
    description: "The shift that is on call now; null without a plan, or while nobody of it is available.",
  }),
  next: Nullable(ShiftShape, { description: "The next shift of another operator; null if there is none." }),
  shifts: Type.Array(ShiftShape, {
    description:
      "The shifts of the next four weeks, the current one first; each from its own beginning to its own end.",
  }),
  updated_at: Nullable(Timestamp(), { description: "Time of the last change; null without a plan." }),
  updated_by: Nullable(Type.String({ description: "Name of the operator who set the plan." })),
});
export type PlanView = Static<typeof PlanView>;
