export { eventRoutes } from "./routes.member.tsx";
