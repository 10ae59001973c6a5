export { addTriage } from "./add-triage.ts";
export {
  listTriage,
  listTriageOf,
  TRIAGE_STATUSES,
  type TriageRow,
  type TriageStatus,
} from "./store.ts";
