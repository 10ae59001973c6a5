import { type Command, CommandFailed, printData } from "../command.ts";
import { resolveConfig } from "../workspace.ts";
import { askForRestart } from "./handover/client.ts";

export const restart: Command = {
  name: "restart",
  usage: "restart [--json] [--data ./data]",
  summary: "Replace the running server by a new process of its executable, without refusing a request",
  details:
    "The new process opens everything beside the old one, which then holds its requests until the new one listens, and forwards what still arrives on its connections. If the new one cannot start, the old one goes on. The new process has the old one's environment; --env-file is read again.",
  options: {},
  isReadOnly: true,
  run: async (invocation) => {
    const { dataDir } = resolveConfig(invocation);
    const outcome = await askForRestart(dataDir);
    if (outcome === null) throw new CommandFailed(`No server that can be restarted runs on ${dataDir}.`);
    if ("reason" in outcome)
      throw new CommandFailed(
        `The server goes on as it was, since a new one cannot take over: ${outcome.reason}`,
      );
    printData(
      invocation.flags,
      outcome,
      () => `process ${outcome.pid} serves; requests waited for ${Math.round(outcome.held_ms)} ms`,
    );
    return 0;
  },
};
