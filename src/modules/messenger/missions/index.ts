export { countProgress, type ProgressEvent } from "./count-progress.ts";
export { countOpenMissions, listProgress } from "./read.ts";
export { MISSION_KINDS, type MissionKind } from "./rules.ts";
