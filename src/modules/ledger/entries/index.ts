export { ledgerCheck } from "./check.ts";
export { ENTRY_ERRORS } from "./errors.ts";
export { balances, hours, references, searchable } from "./invariants.ts";
export { LedgerEntry } from "./model.ts";
export { countPromisedCredit, postEntry, returnPromisedCredit } from "./post-entry.ts";
export { ledgerProof, watchSuspects } from "./prove-changes.ts";
export { listRecentEntries } from "./read.ts";
export { salutesRoutes } from "./routes.partner.ts";
export { countEntriesByHour, RECENT } from "./search-store.ts";
