export { type SettlementParts, settlementPages } from "./routes.admin.tsx";
