import { createHash } from "node:crypto";

export const INCIDENT_STATES = [
  "investigating",
  "identified",
  "monitoring",
  "resolved",
  "postmortem",
] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];
export type IncidentSeverity = "warn" | "bad";

/** Whether an incident in this state is over. */
export function isOver(state: IncidentState): boolean {
  return state === "resolved" || state === "postmortem";
}

/** Why an incident may not go from one state to another, in words; null where it may. */
export function transitionFault(from: IncidentState, to: IncidentState): string | null {
  if (to === "postmortem" && !isOver(from)) return "Resolve the incident first: a postmortem follows that.";
  if (isOver(from) && to !== from && to !== "postmortem")
    return "Leave the incident as it is: it is resolved. Open another one.";
  return null;
}

/**
 * What the signed log holds of a text: SHA-256 over the salt's bytes and the text as UTF-8, in hex. Once salt and text are
 * thrown away, nobody can try texts against it.
 */
export function saltedHash(saltHex: string, text: string): string {
  return createHash("sha256").update(Buffer.from(saltHex, "hex")).update(text, "utf8").digest("hex");
}
