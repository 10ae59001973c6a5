import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { DISK, RUN_DIRECTORY } from "./run-directory.ts";

/** What tests and the processes that they start put into the directory for temporary files goes here, and away with it. */
export const SCRATCH = RUN_DIRECTORY ?? mkdtempSync(join(DISK, "salute-tests-"));
process.env.TMPDIR = SCRATCH;
/** First starts write profiles into it: never into the home of who runs the tests. */
export const CLIENT_CONFIG = join(SCRATCH, "config");
process.env.XDG_CONFIG_HOME = CLIENT_CONFIG;
