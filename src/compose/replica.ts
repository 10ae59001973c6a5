import { resolve } from "node:path";
import type { Clock } from "../kit/clock.ts";
import type { Logger } from "../kit/process/log.ts";
import { systemTimers } from "../kit/timers.ts";
import type { ReplicaFacts } from "../modules/operations/backups/index.ts";
import type { LeaseKeeper } from "../modules/operations/lease/index.ts";
import { lagSeconds, Replicator, readReplication } from "../modules/operations/replication/index.ts";
import { litestream } from "./backup-places.ts";
import type { Config } from "./config.ts";

/** Null if no replica is configured. Nothing runs before its start. */
export function createReplicator(
  config: Config,
  {
    lease,
    clock,
    log,
    onStopped,
  }: { lease: LeaseKeeper | null; clock: Clock; log: Logger; onStopped: () => void },
): Replicator | null {
  if (lease === null) return null;
  return new Replicator({
    dataDir: resolve(config.dataDir),
    replica: lease.replica,
    program: litestream(config),
    clock,
    timers: systemTimers,
    log,
    onStopped,
  });
}

/** Whether Litestream replicates the databases: that of this process, or of the server beside this command. */
export function isReplicated({ dataDir, litestreamReplicaUrl, serverBaseUrl }: Config): boolean {
  return litestreamReplicaUrl !== null || (serverBaseUrl !== null && readReplication(dataDir) !== null);
}

/** State of the replica, as last seen by its watcher. */
export function replicaFacts(replicator: Replicator | null, now: number): ReplicaFacts | null {
  if (replicator === null) return null;
  const { state } = replicator;
  const lastTxid = state.replicas.find(({ name }) => name === "live")?.txid ?? null;
  return { fault: state.fault, lagSeconds: lagSeconds(state, now), lastTxid };
}
