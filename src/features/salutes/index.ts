export { LedgerEntry } from "./model.ts";
export { postEntry } from "./post-entry.ts";
export { listRecentEntries } from "./read.ts";
export { salutesRoutes } from "./routes.partner.ts";
