export { userPages } from "./routes.admin.tsx";
