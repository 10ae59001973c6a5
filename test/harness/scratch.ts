import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RUN_DIRECTORY } from "./run-directory.ts";

/** The machine's own directory for temporary files: for what should outlive the run. */
export const TEMPORARY = RUN_DIRECTORY === null ? tmpdir() : dirname(RUN_DIRECTORY);

/** What tests and the processes that they start put into the directory for temporary files goes here, and away with it. */
export const SCRATCH = RUN_DIRECTORY ?? mkdtempSync(join(TEMPORARY, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
/** First starts write profiles into it: never into the home of who runs the tests. */
export const CLIENT_CONFIG = join(SCRATCH, "config");
process.env.XDG_CONFIG_HOME = CLIENT_CONFIG;
