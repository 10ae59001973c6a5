export { settlementPages } from "./routes.admin.tsx";
