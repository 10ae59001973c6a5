export {
  type IncidentPrefill,
  incidentDeskPath,
  NEW_INCIDENT_PATH,
  newIncidentPath,
  publicIncidentPath,
} from "./address.ts";
export {
  type IncidentChanges,
  openIncident,
  updateIncidentBy,
  withdrawUpdate,
} from "./edit-incident.ts";
export { logEdits } from "./log-edits.ts";
export { IncidentUpdate, updateView } from "./model.ts";
export { incidentNotices } from "./notices.ts";
export { INCIDENT_STATES, type IncidentSeverity, type IncidentState, isEnded } from "./rules.ts";
export {
  CHECKS,
  findIncident,
  listAnnounced,
  listIncidents,
  nextIncidentId,
  type OperatorIncident,
  purgeIncidents,
} from "./store.ts";
export {
  type AnnouncedEdit,
  listAnnouncedEdits,
  listUpdates,
  newestUpdateId,
  type UpdateRow,
} from "./update-store.ts";
