import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { replicaLocation } from "../lease/index.ts";
import { ReplicaState } from "./client.ts";
import { ORIGINS } from "./program.ts";
import { REPLICATED, replicaUrl } from "./rules.ts";

/** State of replication, as last recorded by the server that runs Litestream. */
const Replication = Type.Object({
  /** Time of the observation, ISO 8601. */
  at: Type.String(),
  version: Nullable(Type.String()),
  /** Source of the executable. */
  origin: Nullable(OneOf(ORIGINS)),
  pid: Nullable(Type.Number()),
  /** Pid of the server that started Litestream. */
  server: Type.Number(),
  /** Number of exits since the last steady run. */
  restarts: Type.Number(),
  /** Litestream's fault; null if it answers. */
  fault: Nullable(Type.String()),
  replicas: Type.Array(ReplicaState),
});
export type Replication = Static<typeof Replication>;

const STATE = checkedJson("The state of replication", Replication);
const CONFIG = checkedJson(
  "Litestream's configuration",
  Type.Object({ dbs: Type.Array(Type.Object({ replica: Type.Object({ url: Type.String() }) })) }),
);

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
    const { dbs } = CONFIG.read(readFileSync(configPath(dataDir), "utf8"));
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
    return STATE.read(readFileSync(replicationFile(dataDir), "utf8"));
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
