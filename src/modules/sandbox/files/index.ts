export { FIXTURE_PROFILE, FIXTURE_SECRET, SANDBOX_START_MS } from "./profile.ts";
export { sandboxReset } from "./reset-job.ts";
export { SandboxFiles } from "./sandbox-files.ts";
export { advanceClock } from "./sandbox-timeline.ts";
