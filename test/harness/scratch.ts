import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The directory that all processes of a run share; test/run.ts sets it, and removes it at the end. */
export const RUN_DIRECTORY = process.env.SALUTE_TEST_RUN ?? null;

/** The machine's own directory for temporary files: for what should outlive the run. */
export const TEMPORARY = RUN_DIRECTORY === null ? tmpdir() : dirname(RUN_DIRECTORY);

/** What tests and the processes that they start put into the directory for temporary files goes here, and away with it. */
export const SCRATCH = RUN_DIRECTORY ?? mkdtempSync(join(TEMPORARY, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
