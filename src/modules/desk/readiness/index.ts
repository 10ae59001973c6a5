export { type InstallationParts, installationPages } from "./routes.admin.tsx";
