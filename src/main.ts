#!/usr/bin/env bun
import { dispatch } from "./commands/dispatch.ts";
import { SECOND_MS } from "./kit/clock.ts";
import { drainStderr } from "./kit/process/stderr.ts";

// The executable starts with a compiler that waits longer than usual (build.ts).
setTimeout(() => Bun.unsafe.setJITPolicy(1), SECOND_MS).unref();

const exitCode = await dispatch(process.argv.slice(2));
drainStderr();
process.exit(exitCode);
