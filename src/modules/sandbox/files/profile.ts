/** The initial states that a sandbox can be reset to. */
export const SANDBOX_STATES = ["standard-v1", "empty", "ten-thousand"] as const;

export type SandboxState = (typeof SANDBOX_STATES)[number];

/** The name of the initial state of every sandbox file; a different state needs a different name. */
export const FIXTURE_PROFILE = "standard-v1" satisfies SandboxState;

/** The secret of the seed's webhooks and of the simulator. It is public: nothing real is signed with it. */
export const FIXTURE_SECRET = "whsec_c2FsdXRlIHByYWN0aWNlIHdlYmhvb2sgc2VjcmV0ISE=";

/** The start of the sandbox clock in Unix milliseconds; the seed's rows date from the days before it. */
export const SANDBOX_START_MS = Date.UTC(2026, 0, 5, 9, 0, 0);
