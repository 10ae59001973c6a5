export { overviewRoutes } from "./routes.member.tsx";
