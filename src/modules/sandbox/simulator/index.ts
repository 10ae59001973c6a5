export { webhookSimulatorRoutes } from "./routes.sandbox.ts";
