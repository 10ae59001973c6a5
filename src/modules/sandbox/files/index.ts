export { PracticeFiles } from "./practice-files.ts";
export { FIXTURE_PROFILE, FIXTURE_SECRET, PRACTICE_START_MS } from "./profile.ts";
export { sandboxReset } from "./reset-job.ts";
