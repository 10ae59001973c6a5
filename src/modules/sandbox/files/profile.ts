/** The state that every sandbox file begins with, by name: another state gets another name. */
export const FIXTURE_PROFILE = "standard-v1";

/** The secret of the seed's webhooks and of the simulator, known to everybody: nothing real is signed with it. */
export const FIXTURE_SECRET = "whsec_c2FsdXRlIHByYWN0aWNlIHdlYmhvb2sgc2VjcmV0ISE=";

/** The instant at which the sandbox clock starts; the seed's rows are from the days before it. */
export const SANDBOX_START_MS = Date.UTC(2026, 0, 5, 9, 0, 0);
