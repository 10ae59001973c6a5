/** Permanent public address of an incident, for mails and feeds. */
export function publicIncidentPath(id: number): string {
  return `/status/incidents/${id}`;
}

/** The operators' page of an incident. */
export function incidentDeskPath(id: number): string {
  return `/admin/ops/incidents/${id}`;
}
