import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RUN_DIRECTORY } from "./run-directory.ts";

/** The machine's temporary directory, for files that should survive the run. */
export const TEMPORARY = RUN_DIRECTORY === null ? tmpdir() : dirname(RUN_DIRECTORY);

/** Temporary directory of tests and their processes, removed at the end. */
export const SCRATCH = RUN_DIRECTORY ?? mkdtempSync(join(TEMPORARY, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
/** Directory for the profiles of first starts, instead of the user's home. */
export const CLIENT_CONFIG = join(SCRATCH, "config");
process.env.XDG_CONFIG_HOME = CLIENT_CONFIG;
