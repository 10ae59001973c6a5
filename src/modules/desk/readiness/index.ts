export { type Finding, type InstallationParts, installationPages } from "./routes.admin.tsx";
