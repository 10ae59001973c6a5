export { recordTriage } from "./record-triage.ts";
export {
  listTriage,
  listTriageByRows,
  listTriageHistory,
  TRIAGE_STATUSES,
  type TriageRow,
  type TriageStatus,
} from "./store.ts";
export { countUntriaged, listUntriaged, type UntriagedRow } from "./untriaged-store.ts";
