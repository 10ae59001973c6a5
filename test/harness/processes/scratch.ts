import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DISK, RUN_DIRECTORY } from "./run-directory.ts";

/** Temporary directory of tests and their processes, removed at the end. */
export const SCRATCH = RUN_DIRECTORY ?? mkdtempSync(join(DISK, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
/** Directory for the profiles of first starts, instead of the user's home. */
export const CLIENT_CONFIG = join(SCRATCH, "config");
process.env.XDG_CONFIG_HOME = CLIENT_CONFIG;
