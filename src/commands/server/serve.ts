import { requireNamedEnvironment } from "../../compose/config.ts";
import { createLease } from "../../compose/lease.ts";
import { systemClock } from "../../kit/clock.ts";
import { requireNoUnfinishedRestore } from "../../modules/operations/backups/index.ts";
import { requireNoStandby } from "../../modules/operations/promotion/index.ts";
import { type Command, textFlag } from "../command.ts";
import { ownConfigOf, settingsReaderOf } from "../workspace.ts";
import { settleReplica } from "./own-replica.ts";
import { LISTEN_OPTIONS, lockOwn, runServer, serverLog, takeUp, whenStopped } from "./run-server.ts";
import { stopSignal } from "./stop-signal.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve [--port 8080] [--host 127.0.0.1] [--new-installation URL] [--data ./data]",
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
  },
  async run(invocation) {
    const reread = settingsReaderOf(invocation);
    const config = ownConfigOf(invocation);
    requireNamedEnvironment(config);
    const stopped = stopSignal();
    const log = serverLog(config);
    requireNoUnfinishedRestore(config.dataDir);
    requireNoStandby(config.dataDir);
    const lock = lockOwn(config.dataDir);
    const typedUrl = textFlag(invocation.flags, "new-installation");
    const promoted = await settleReplica({ config, typedUrl, log, signal: whenStopped(stopped) });
    const lease = createLease(config, systemClock, log);
    await takeUp(lease, stopped);
    return runServer({ config, lock, lease, log, stopped, promoted, reread });
  },
};
