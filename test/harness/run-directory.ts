import { tmpdir } from "node:os";

/** The directory that all processes of a run share; test/run.ts makes it, and removes it at the end. Null in a run by hand. */
export const RUN_DIRECTORY = process.env.SALUTE_TEST_RUN ?? null;

/** A directory on a disk, for what should outlive the run, and for what a file system in memory cannot do. */
export const DISK = process.env.SALUTE_TEST_DISK ?? tmpdir();
