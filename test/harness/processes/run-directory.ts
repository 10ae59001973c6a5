import { tmpdir } from "node:os";

/** Directory shared by all processes of a run of test/run.ts, which creates and removes it; otherwise null. */
export const RUN_DIRECTORY = process.env.SALUTE_TEST_RUN ?? null;

/** A directory on a disk: for files that outlive the run, and for what a file system in memory cannot do. */
export const DISK = process.env.SALUTE_TEST_DISK ?? tmpdir();
