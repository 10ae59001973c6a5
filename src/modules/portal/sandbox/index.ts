export { sandboxRoutes } from "./routes.member.tsx";
