export { type Progress, recordProgress } from "./record-progress.ts";
