#!/usr/bin/env node
import { callCommand } from "../../src/commands/call.ts";
import { CLIENT_OPTIONS, CommandFailed, printAside, UsageError } from "../../src/commands/command.ts";
import { eventCommands } from "../../src/commands/events/index.ts";
import { runCommand } from "../../src/commands/run-command.ts";

/** The commands for partners' developers, for Node.js: `bun run clients` bundles them into the npm package. */

const DEFAULT_PORT = "8080";

function settings() {
  const { XDG_CONFIG_HOME, SALUTE_KEY, SALUTE_SECRET, PUBLIC_BASE_URL, PORT } = process.env;
  return {
    clientConfigDir: XDG_CONFIG_HOME || null,
    clientKey: SALUTE_KEY || null,
    clientSecret: SALUTE_SECRET || null,
    clientBaseUrl: PUBLIC_BASE_URL || `http://127.0.0.1:${PORT || DEFAULT_PORT}`,
  };
}

const program = {
  commands: [callCommand(settings), ...eventCommands(settings)],
  options: CLIENT_OPTIONS,
  common: "All take --help; commands that print data take --json.",
  prepare: () => undefined,
  finish: () => undefined,
};

try {
  process.exitCode = await runCommand(process.argv.slice(2), program);
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof CommandFailed;
  printAside(isExpected ? error.message : String((error as Error).stack ?? error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
