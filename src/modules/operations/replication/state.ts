import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SECOND_MS } from "../../../kit/clock.ts";
import type { ReplicaState } from "./client.ts";
import type { Origin } from "./program.ts";

/** How replication stands, as the server that runs Litestream last saw it. */
export interface Replication {
  /** ISO 8601: when it was looked at. */
  at: string;
  version: string | null;
  /** Where its program comes from. */
  origin: Origin | null;
  pid: number | null;
  /** Pid of the server that started it. */
  server: number;
  /** How often it ended since it last ran for a while. */
  restarts: number;
  /** What is wrong with it; null where it answers. */
  fault: string | null;
  replicas: ReplicaState[];
}

/** Where the server writes it down for commands. */
export function replicationFile(dataDir: string): string {
  return join(dataDir, "litestream", "state.json");
}

/** Where a running Litestream answers. */
export function controlSocket(dataDir: string): string {
  return join(dataDir, "litestream", "control.sock");
}

/** Null where no server with replication ran on this directory. */
export function readReplication(dataDir: string): Replication | null {
  try {
    return JSON.parse(readFileSync(replicationFile(dataDir), "utf8")) as Replication;
  } catch {
    return null;
  }
}

/** Seconds since the replica that is furthest behind held everything; null where one never did. */
export function lagSeconds({ replicas }: Replication, now: number): number | null {
  if (replicas.length === 0) return null;
  const synced = replicas.map(({ last_sync_at }) =>
    last_sync_at === null ? null : Date.parse(last_sync_at),
  );
  if (synced.includes(null)) return null;
  const oldest = Math.min(...synced.filter((each) => each !== null));
  return Math.max(0, Math.round((now - oldest) / SECOND_MS));
}
