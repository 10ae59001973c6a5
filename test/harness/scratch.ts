import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What tests and the processes that they start put into the directory for temporary files goes here, and away with it. */
export const SCRATCH = mkdtempSync(join(tmpdir(), "salute-tests-"));
process.env.TMPDIR = SCRATCH;
