import { afterAll, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import { RUN_DIRECTORY } from "./harness/processes/run-directory.ts";
import { SCRATCH } from "./harness/processes/scratch.ts";

// No test is about how long it takes, and machines have other work too: the runner's five seconds would be such a test.
setDefaultTimeout(60_000);

// bunfig.toml loads this before all tests, which makes the hook one of the whole run; Bun emits no "exit" after tests.
afterAll(() => {
  if (RUN_DIRECTORY === null) rmSync(SCRATCH, { recursive: true, force: true });
});
