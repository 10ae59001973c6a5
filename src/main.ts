#!/usr/bin/env bun
import { dispatch } from "./commands/dispatch.ts";

process.exit(await dispatch(process.argv.slice(2)));
