import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The machine's own directory for temporary files: for what should outlive the run. */
export const TEMPORARY = tmpdir();

/** What tests and the processes that they start put into the directory for temporary files goes here, and away with it. */
export const SCRATCH = mkdtempSync(join(TEMPORARY, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
