import { requireNamedEnvironment } from "../../compose/config.ts";
import { createLease } from "../../compose/lease.ts";
import { systemClock } from "../../kit/clock.ts";
import { requireNoUnfinishedRestore } from "../../modules/operations/backups/index.ts";
import { requireNoStandby } from "../../modules/operations/promotion/index.ts";
import type { Command } from "../command.ts";
import { ownConfigOf } from "../workspace.ts";
import { LISTEN_OPTIONS, lockOwn, runServer, serverLog, takeUp } from "./run-server.ts";
import { stopSignal } from "./stop-signal.ts";

export const serve: Command = {
  name: "serve",
  usage: "serve [--port 8080] [--host 127.0.0.1] [--data ./data]",
  summary: "Run the server: API, pages, jobs and deliveries",
  options: LISTEN_OPTIONS,
  async run(invocation) {
    const config = ownConfigOf(invocation);
    requireNamedEnvironment(config);
    const stopped = stopSignal();
    const log = serverLog(config);
    requireNoUnfinishedRestore(config.dataDir);
    requireNoStandby(config.dataDir);
    const lock = lockOwn(config.dataDir);
    const lease = createLease(config, systemClock, log);
    await takeUp(lease, stopped);
    return runServer({ config, lock, lease, log, stopped, promoted: null });
  },
};
