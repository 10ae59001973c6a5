import { afterAll } from "bun:test";
import { rmSync } from "node:fs";
import { BUILT_ONCE } from "./harness/executable.ts";

// bunfig.toml loads this before all tests, which makes the hook one of the whole run; Bun emits no "exit" after tests.
afterAll(() => rmSync(BUILT_ONCE, { recursive: true, force: true }));
