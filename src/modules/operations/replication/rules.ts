import { SECOND_MS } from "../../../kit/clock.ts";

/** Configuration and URLs of replication; pure functions. */

/** Earlier versions can damage a replica through SQLite's WAL-reset bug (sqlite.org/wal.html, "walresetbug"). */
export const MIN_VERSION = "0.5.17";

export const REPLICATED = ["live", "sandbox", "log"] as const;
export type ReplicaName = (typeof REPLICATED)[number];

/** Replica URL of one database below the configured URL, whose query is kept, such as s3://bucket/path?endpoint=… */
export function replicaUrl(base: string, name: ReplicaName): string {
  const [path = "", query] = base.split("?", 2);
  return `${path.replace(/\/+$/, "")}/${name}${query === undefined ? "" : `?${query}`}`;
}

export interface Places {
  dataDir: string;
  /** Directory of Litestream's own files. */
  directory: string;
  socket: string;
}

/**
 * Litestream's configuration as JSON, which is valid YAML. Snapshots are kept for a week, which limits how far back a
 * restore can go. The last sync must fit into the server's own shutdown time.
 */
export function litestreamConfig(base: string, { dataDir, directory, socket }: Places): string {
  return JSON.stringify(
    {
      logging: { level: "warn", type: "text", stderr: true },
      socket: { enabled: true, path: socket, permissions: 0o600 },
      snapshot: { interval: "24h", retention: "168h" },
      "shutdown-sync-timeout": "5s",
      "shutdown-sync-interval": "200ms",
      dbs: REPLICATED.map((name) => ({
        path: `${dataDir}/${name}.db`,
        "meta-path": `${directory}/${name}`,
        "busy-timeout": "5s",
        replica: { url: replicaUrl(base, name) },
      })),
    },
    null,
    2,
  );
}

const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 60 * SECOND_MS;
/** A run of this length resets the restart delay. */
export const STEADY_MS = 60 * SECOND_MS;

/** Milliseconds until Litestream is restarted after `exits` consecutive exits. */
export function restartWaitMs(exits: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (exits - 1), LONGEST_WAIT_MS);
}

/** Version in the output of `litestream version`; null without one. */
export function versionIn(printed: string): string | null {
  return /\bv?(\d+\.\d+\.\d+)\b/.exec(printed)?.[1] ?? null;
}
