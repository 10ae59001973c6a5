export { miniappPages } from "./routes.admin.ts";
