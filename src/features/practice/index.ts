export { PracticeFiles } from "./practice-files.ts";
export { FIXTURE_PROFILE } from "./profile.ts";
