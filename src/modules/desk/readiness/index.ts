export { type Finding, type InstallationParts, installationPages, type Setting } from "./routes.admin.tsx";
