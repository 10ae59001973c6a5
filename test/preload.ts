import { afterAll, setDefaultTimeout } from "bun:test";
import { rmSync } from "node:fs";
import { isWholeSuite, neverObserved } from "./harness/observed.ts";
import { SCRATCH } from "./harness/scratch.ts";

// No test is about how long it takes, and machines have other work too: the runner's five seconds would be such a test.
setDefaultTimeout(60_000);

// bunfig.toml loads this before all tests, which makes the hook one of the whole run; Bun emits no "exit" after tests.
afterAll(() => rmSync(SCRATCH, { recursive: true, force: true }));

// Every status that the document names has been met by some test. A part of the suite says nothing about that.
afterAll(() => {
  const missing = isWholeSuite() ? neverObserved() : [];
  if (missing.length > 0) throw new Error(`documented, but met by no test:\n  ${missing.join("\n  ")}`);
});
