/** Directory shared by all processes of a run of test/run.ts, which creates and removes it; otherwise null. */
export const RUN_DIRECTORY = process.env.SALUTE_TEST_RUN ?? null;
