/** The state that every practice file begins with, by name: another state gets another name. */
export const FIXTURE_PROFILE = "standard-v1";

/** The instant at which the practice clock starts; the seed's rows are from the days before it. */
export const PRACTICE_START_MS = Date.UTC(2026, 0, 5, 9, 0, 0);
