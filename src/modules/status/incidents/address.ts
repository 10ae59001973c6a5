import { isoUtc } from "../../../kit/clock.ts";

/** The operators' form for a new incident. */
export const NEW_INCIDENT_PATH = "/admin/ops/incidents/new";

/** Permanent public address of an incident, for mails and feeds. */
export function publicIncidentPath(id: number): string {
  return `/status/incidents/${id}`;
}

/** The operators' page of an incident. */
export function incidentDeskPath(id: number): string {
  return `/admin/ops/incidents/${id}`;
}

/** Content of the form for a new incident; unset parts stay empty. */
export interface IncidentPrefill {
  title: string;
  severity?: "warn" | "bad";
  checks?: readonly string[];
  /** Unix milliseconds. */
  startedAt?: number | null;
}

/** The operators' form for a new incident, filled in. */
export function newIncidentPath({ title, severity, checks = [], startedAt = null }: IncidentPrefill): string {
  const query = new URLSearchParams({ title: title.slice(0, 200) });
  if (severity !== undefined) query.set("severity", severity);
  for (const check of checks) query.append("checks", check);
  if (startedAt !== null) query.set("started_at", isoUtc(startedAt).slice(0, 16));
  return `${NEW_INCIDENT_PATH}?${query}`;
}
