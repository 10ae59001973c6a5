export {
  CSV_PATH as LEDGER_CSV_PATH,
  PATH as LEDGER_PATH,
  REVERSE_PATH,
  SELECT_PATH,
} from "./ledger-page.tsx";
export { EntryFilter, FilterFields } from "./model.ts";
export { listMatching, readEntries, recordedFilter, resolveFilter, showFilter } from "./read.ts";
export { deskEntryRoutes } from "./routes.admin.tsx";
export { type DeskFilters, findPartnerId } from "./store.ts";
