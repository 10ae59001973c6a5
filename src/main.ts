#!/usr/bin/env bun
import { dispatch } from "./commands/dispatch.ts";
import { drainStderr } from "./kit/process/stderr.ts";
import { compileAsUsualSoon } from "./kit/runtime/compiler.ts";

compileAsUsualSoon();

const exitCode = await dispatch(process.argv.slice(2));
drainStderr();
process.exit(exitCode);
