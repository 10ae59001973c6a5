export { IMPORT_PATH } from "./import-page.tsx";
export { importSettlements } from "./import-settlements.ts";
export { settlementImportRoutes } from "./routes.admin.tsx";
export { MAX_ROWS } from "./rules.ts";
