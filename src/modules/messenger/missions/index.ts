export { decisionsSince } from "./analytics.ts";
export { countProgress, type ProgressEvent } from "./count-progress.ts";
export { MISSION_ERRORS } from "./errors.ts";
export { listPlayerDecisions, purgeMissionRecords } from "./event-store.ts";
export { countOpenMissions, listOwnMissions, listProgress } from "./read.ts";
export { missionAdminRoutes } from "./routes.operator.ts";
export { missionRoutes } from "./routes.player.ts";
export { MISSION_KINDS, type MissionKind } from "./rules.ts";
export { findMission, listActiveMissions, listMissions, type MissionRow } from "./store.ts";
