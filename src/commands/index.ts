import type { Command } from "./command.ts";
import { conversionsCommands } from "./conversions.ts";
import { jobsCommands } from "./jobs.ts";
import { keysCommands } from "./keys.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { serve } from "./serve.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  ...keysCommands,
  ...conversionsCommands,
  ...jobsCommands,
  migrate,
  openapi,
];
