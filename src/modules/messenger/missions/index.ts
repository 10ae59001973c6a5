export {
  decisionsSince,
  type MissionAnalyticsView,
  missionAnalytics,
} from "./analysis/analytics.ts";
export { countProgress } from "./count-progress.ts";
export { createMission } from "./create-mission.ts";
export { listPlayerDecisions, purgeMissionRecords } from "./event-store.ts";
export { requireMission } from "./find-mission.ts";
export { MissionPatch, type MissionView, NewMission } from "./model.ts";
export { countOpenMissions, listOwnMissions, listProgress } from "./read.ts";
export { missionAdminRoutes } from "./routes.operator.ts";
export { missionRoutes } from "./routes.player.ts";
export { MISSION_KINDS, type MissionKind } from "./rules.ts";
export { listActiveMissions, listMissions, listRevisions } from "./store.ts";
export { setMissionState, updateMission } from "./update-mission.ts";
export { missionView } from "./view.ts";
