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

/** Whether an incident in this state has ended. */
export function isEnded(state: IncidentState): boolean {
  return state === "resolved" || state === "postmortem";
}

/** Reason why a state transition is forbidden, for people; null if it is permitted. */
export function transitionFault(from: IncidentState, to: IncidentState): string | null {
  if (to === "postmortem" && !isEnded(from))
    return "Resolve the incident first: only a resolved incident can have a postmortem.";
  if (isEnded(from) && to !== from && to !== "postmortem")
    return "Open another incident: this one is resolved.";
  return null;
}

/**
 * Hash of a text for the signed log: SHA-256 of the salt's bytes followed by the UTF-8 text, in hex. Once salt and text
 * are deleted, nobody can test guesses against it.
 */
export function saltedHash(saltHex: string, text: string): string {
  return createHash("sha256").update(Buffer.from(saltHex, "hex")).update(text, "utf8").digest("hex");
}
