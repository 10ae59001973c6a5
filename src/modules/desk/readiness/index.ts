export { installationPages } from "./routes.admin.tsx";
