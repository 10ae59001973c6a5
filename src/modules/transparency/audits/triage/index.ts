export { addTriage } from "./add-triage.ts";
export {
  listTriage,
  listTriageHistory,
  TRIAGE_STATUSES,
  type TriageRow,
  type TriageStatus,
} from "./store.ts";
