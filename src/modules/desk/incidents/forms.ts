import { type Static, Type } from "@sinclair/typebox";
import { EnteredTime, Flag, OneOf, Repeated, Text, Words } from "../../../http/schema/shapes.ts";
import { INCIDENT_STATES, type OperatorIncident } from "../../status/incidents/index.ts";

const Severity = OneOf(["warn", "bad"]);
const Message = Type.Optional(Type.String({ maxLength: 4000 }));

/** Fields of the form for a new incident, as a link fills them. A check that this build lacks is left out. */
export const PrefillQuery = Type.Object({
  title: Type.Optional(Text(200)),
  severity: Type.Optional(Severity),
  started_at: Type.Optional(EnteredTime()),
  checks: Type.Optional(Repeated(Text(100))),
});
export type PrefillQuery = Static<typeof PrefillQuery>;

/** @param checks names of all checks */
export function openForm(checks: readonly string[]) {
  return Type.Object({
    title: Words(200),
    severity: Severity,
    message: Message,
    started_at: Type.Optional(EnteredTime()),
    public: Type.Optional(Flag()),
    checks: Type.Optional(Repeated(OneOf(checks))),
  });
}

export const UpdateForm = Type.Object({
  state: OneOf(INCIDENT_STATES),
  severity: Type.Optional(Severity),
  visibility: Type.Optional(OneOf(["public", "private"])),
  message: Message,
  seen: Type.Optional(Text(64)),
});

/** The values of an incident that the form shows, and sends unchanged unless the operator changes them. */
export function shownInForm({
  state,
  severity,
  isPublic,
}: Pick<OperatorIncident, "state" | "severity" | "isPublic">): object {
  return { state, severity, isPublic };
}

export const UpdateQuery = Type.Object({
  template: Type.Optional(OneOf(INCIDENT_STATES, { description: "Fills the form with its usual words." })),
});
