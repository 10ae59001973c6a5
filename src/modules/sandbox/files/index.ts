export { deleteUnusedSandboxes } from "./expiry-job.ts";
export { MAX_NAMED, MAX_NAMED_MB } from "./named-sandboxes.ts";
export { FIXTURE_PROFILE, FIXTURE_SECRET, SANDBOX_START_MS, SANDBOX_STATES } from "./profile.ts";
export { sandboxReset } from "./reset-job.ts";
export { SandboxFiles } from "./sandbox-files.ts";
export { parseSandboxId, sandboxId } from "./sandbox-id.ts";
export { readState } from "./sandbox-seed.ts";
export { advanceClock } from "./sandbox-timeline.ts";
