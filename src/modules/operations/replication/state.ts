import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SECOND_MS } from "../../../kit/clock.ts";
import { replicaLocation } from "../lease/index.ts";
import type { ReplicaState } from "./client.ts";
import type { Origin } from "./program.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

/** State of replication, as last recorded by the server that runs Litestream. */
export interface Replication {
  /** Time of the observation, ISO 8601. */
  at: string;
  version: string | null;
  /** Source of the executable. */
  origin: Origin | null;
  pid: number | null;
  /** Pid of the server that started Litestream. */
  server: number;
  /** Number of exits since the last steady run. */
  restarts: number;
  /** Litestream's fault; null if it answers. */
  fault: string | null;
  replicas: ReplicaState[];
}

/** Path of the file in which the server records the state for commands. */
export function replicationFile(dataDir: string): string {
  return join(dataDir, "litestream", "state.json");
}

/** Path of Litestream's configuration, as written at its last start. */
export function configPath(dataDir: string): string {
  return join(dataDir, "litestream", "litestream.yml");
}

/** Whether Litestream was last started in this directory for this replica. */
export function hasReplicatedTo(dataDir: string, replica: string): boolean {
  try {
    const { dbs } = JSON.parse(readFileSync(configPath(dataDir), "utf8")) as {
      dbs: { replica: { url: string } }[];
    };
    const live = replicaLocation(replicaUrl(replica, "live"));
    return dbs.some((each) => replicaLocation(each.replica.url) === live);
  } catch {
    return false;
  }
}

/** Removes what Litestream remembers of a replica, so that the next one begins with a snapshot. */
export function forgetReplica(dataDir: string): void {
  for (const name of REPLICATED) rmSync(join(dataDir, "litestream", name), { recursive: true, force: true });
}

/** Path of Litestream's control socket. */
export function controlSocket(dataDir: string): string {
  return join(dataDir, "litestream", "control.sock");
}

/** Last recorded state; null if no server with replication has run on this directory. */
export function readReplication(dataDir: string): Replication | null {
  try {
    return JSON.parse(readFileSync(replicationFile(dataDir), "utf8")) as Replication;
  } catch {
    return null;
  }
}

/** Seconds since the replica furthest behind was last complete; null if one never was. */
export function lagSeconds({ replicas }: Replication, now: number): number | null {
  if (replicas.length === 0) return null;
  const synced = replicas.map(({ last_sync_at }) =>
    last_sync_at === null ? null : Date.parse(last_sync_at),
  );
  if (synced.includes(null)) return null;
  const oldest = Math.min(...synced.filter((each) => each !== null));
  return Math.max(0, Math.round((now - oldest) / SECOND_MS));
}
