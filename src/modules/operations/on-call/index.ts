export { onCallRoutes } from "./routes.admin.tsx";
