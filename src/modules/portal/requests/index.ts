export { requestRoutes } from "./routes.member.tsx";
