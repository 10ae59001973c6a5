export { ledgerCheck } from "./check.ts";
export { ENTRY_ERRORS } from "./errors.ts";
export { references, searchable } from "./invariants.ts";
export { type EntryLinks, LINKS } from "./links.ts";
export { EntryLinkFields, LedgerEntry } from "./model.ts";
export { countPromisedCredit, postEntry, returnPromisedCredit } from "./post-entry.ts";
export { newestEntryId } from "./proof-store.ts";
export { ledgerProof, watchSuspects } from "./prove-changes.ts";
export { findEntry, listRecentEntries, readLedger } from "./read.ts";
export { salutesRoutes } from "./routes.partner.ts";
export {
  countEntriesByHour,
  countEntriesSince,
  type EntryRow,
  idsBetween,
  listEntryPages,
  RECENT,
  THROUGH,
} from "./search-store.ts";
