export { createMaintenance } from "./create-maintenance.ts";
export { endMaintenance } from "./end-maintenance.ts";
export { Maintenance, maintenanceView } from "./model.ts";
export { maintenancePages } from "./routes.admin.tsx";
export { listMaintenance, listNewestMaintenance, type MaintenanceWindow } from "./store.ts";
