export { auditRoutes } from "./routes.member.tsx";
