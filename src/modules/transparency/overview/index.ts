export { readSummary, type Summary } from "./read-summary.ts";
export { overviewPageRoutes } from "./routes.page.tsx";
export { splitSupply } from "./supply.ts";
