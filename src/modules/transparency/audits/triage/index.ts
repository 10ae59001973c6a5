export { addTriage } from "./add-triage.ts";
export {
  listTriage,
  listTriageHistory,
  listTriageOf,
  TRIAGE_STATUSES,
  type TriageRow,
  type TriageStatus,
} from "./store.ts";
export { countUntriaged, listUntriaged, type UntriagedRow } from "./untriaged-store.ts";
