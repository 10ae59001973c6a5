export { PracticeFiles } from "./practice-files.ts";
export { FIXTURE_PROFILE, PRACTICE_START_MS } from "./profile.ts";
