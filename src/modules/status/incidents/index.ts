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
  type AnnouncedEdit,
  CHECKS,
  findIncident,
  listAnnounced,
  listAnnouncedEdits,
  listIncidents,
  listUpdates,
  newestUpdateId,
  nextIncidentId,
  type OperatorIncident,
  purgeIncidents,
  type UpdateRow,
} from "./store.ts";
