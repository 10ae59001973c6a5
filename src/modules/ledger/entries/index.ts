export { ledgerCheck } from "./check.ts";
export { ENTRY_ERRORS } from "./errors.ts";
export { balances, hours, references } from "./invariants.ts";
export { LedgerEntry } from "./model.ts";
export { countDailyCredit, postEntry, returnDailyCredit } from "./post-entry.ts";
export { ledgerProof, watchSuspects } from "./prove-changes.ts";
export { countEntriesByHour, listRecentEntries } from "./read.ts";
export { salutesRoutes } from "./routes.partner.ts";
