import { afterAll, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import { RUN_DIRECTORY } from "./harness/processes/run-directory.ts";
import { SCRATCH } from "./harness/processes/scratch.ts";

// The runner's default timeout of five seconds is too short on a loaded machine.
setDefaultTimeout(60_000);

// bunfig.toml preloads this file, so the hook applies to the whole run; Bun emits no "exit" event after tests.
afterAll(() => {
  if (RUN_DIRECTORY === null) rmSync(SCRATCH, { recursive: true, force: true });
});

/** Elysia asks for a collection with every application that it composes: 3 ms in each test that makes one. */
const collect = Bun.gc;
Bun.gc = (waits) => (waits === true ? collect(true) : 0);

/** `expect(…).rejects` notices a rejection only at the next event of the process, which can be half a second away. */
setInterval(() => {}, 5).unref();
