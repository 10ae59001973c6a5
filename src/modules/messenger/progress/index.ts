export { recordProgress } from "./record-progress.ts";
