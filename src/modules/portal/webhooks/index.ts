export { webhookRoutes } from "./routes.member.tsx";
