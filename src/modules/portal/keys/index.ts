export { keyRoutes } from "./routes.member.tsx";
