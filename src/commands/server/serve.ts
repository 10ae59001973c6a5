import { requireNamedEnvironment } from "../../compose/config.ts";
import { createLease } from "../../compose/lease.ts";
import { systemClock } from "../../kit/clock.ts";
import { requireNoUnfinishedRestore } from "../../modules/operations/backups/index.ts";
import { requireNoStandby } from "../../modules/operations/promotion/index.ts";
import { type Command, type Invocation, textFlag } from "../command.ts";
import { createSettingsReader, resolveOwnConfig } from "../workspace.ts";
import { Predecessor } from "./handover/predecessor.ts";
import { LISTEN_OPTIONS } from "./listen.ts";
import { lockOwn } from "./lock.ts";
import { settleReplica } from "./own-replica.ts";
import { runServer, type Start, serverLog, takeOver, takeUp, whenStopped } from "./run-server.ts";
import { requireModeKept } from "./served-mode.ts";
import { stopSignal } from "./stop-signal.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve [--port 8080] [--host 127.0.0.1] [--new-installation URL] [--take-over] [--data ./data]",
  summary: "Run the server: API, pages, jobs and deliveries",
  details:
    "With LITESTREAM_REPLICA_URL, a directory claims its replica before it writes there. A start beside a replica that holds another history is refused, with the ways on. SIGHUP reads the settings of --env-file and the policy files again: log level, rate limits, recipients of alerts and policies change at once; the log names the settings that need a restart.",
  options: {
    ...LISTEN_OPTIONS,
    "new-installation": {
      type: "string",
      value: "URL",
      meaning:
        "LITESTREAM_REPLICA_URL typed again: begin a history of this directory's own in the next epoch of a replica that holds another. That one stays, and its leader stops",
    },
    "take-over": {
      type: "boolean",
      meaning: "Take the place of the directory's server, which starts this process: see salute restart",
    },
  },
  async run(invocation) {
    if (invocation.flags["take-over"] !== true) {
      const { start, lock } = await begin(invocation, lockOwn);
      return runServer(start, lock);
    }
    const predecessor = Predecessor.find();
    try {
      const { start } = await begin(invocation, () => null);
      return await takeOver(start, predecessor);
    } catch (error) {
      predecessor.noteFailed(error);
      throw error;
    }
  },
};

/** Checks everything that must be known before the directory is opened. */
async function begin<Lock>(invocation: Invocation, lockDirectory: (dataDir: string) => Lock) {
  const reader = createSettingsReader(invocation);
  const config = resolveOwnConfig(invocation);
  requireNamedEnvironment(config);
  requireModeKept(config);
  const stopped = stopSignal();
  const log = serverLog(config);
  requireNoUnfinishedRestore(config.dataDir);
  requireNoStandby(config.dataDir);
  const lock = lockDirectory(config.dataDir);
  const typedUrl = textFlag(invocation.flags, "new-installation");
  const promoted = await settleReplica({ config, typedUrl, log, signal: whenStopped(stopped) });
  const lease = createLease(config, systemClock, log);
  await takeUp(lease, stopped, promoted !== null);
  const start: Start = { config, lease, log, stopped, promoted, reader, flags: invocation.flags };
  return { start, lock };
}
