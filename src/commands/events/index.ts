import type { SettingsOf } from "../call/caller.ts";
import type { Command } from "../command.ts";
import { listenCommand, tailCommand } from "./listen.ts";
import { resendCommand } from "./resend.ts";
import { triggerCommand } from "./trigger.ts";

/** Commands for a partner's developer, which need a server's address and a key only. */
export const eventCommands = (settingsOf: SettingsOf): Command[] => [
  listenCommand(settingsOf),
  triggerCommand(settingsOf),
  tailCommand(settingsOf),
  resendCommand(settingsOf),
];
