export { addTriage } from "./add-triage.ts";
export {
  listTriage,
  listTriageHistory,
  listTriageOf,
  TRIAGE_STATUSES,
  type TriageRow,
  type TriageStatus,
} from "./store.ts";
