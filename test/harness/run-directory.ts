/** The directory that all processes of a run share; test/run.ts makes it, and removes it at the end. Null in a run by hand. */
export const RUN_DIRECTORY = process.env.SALUTE_TEST_RUN ?? null;
