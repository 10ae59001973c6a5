import { SECOND_MS } from "../../../kit/clock.ts";

/** What is replicated where, and how: decisions without input or output. */

/**
 * Before this version a replica could be damaged by SQLite's fault of WAL files (sqlite.org/wal.html, "walresetbug").
 */
export const MIN_VERSION = "0.5.17";

export const REPLICATED = ["live", "sandbox", "log"] as const;
export type ReplicaName = (typeof REPLICATED)[number];

/**
 * The replica of one database under the configured address, which may carry a query, as s3://bucket/path?endpoint=…
 * does.
 */
export function replicaUrl(base: string, name: ReplicaName): string {
  const [path = "", query] = base.split("?", 2);
  return `${path.replace(/\/+$/, "")}/${name}${query === undefined ? "" : `?${query}`}`;
}

export interface Places {
  dataDir: string;
  /** Of Litestream's own files: its notes of each database, and the socket that it answers on. */
  directory: string;
  socket: string;
}

/**
 * Litestream's configuration; JSON is YAML. Snapshots are kept for a week, so that a restore reaches back as far; the
 * last sync at a stop has to fit into the server's own time for that.
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
/** What ran this long begins again at the first wait. */
export const STEADY_MS = 60 * SECOND_MS;

/** How long to wait before Litestream is started again, having ended so often in a row. */
export function restartWaitMs(ended: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (ended - 1), LONGEST_WAIT_MS);
}

/** The version in what `litestream version` prints; null where it prints none. */
export function versionIn(printed: string): string | null {
  return /\bv?(\d+\.\d+\.\d+)\b/.exec(printed)?.[1] ?? null;
}
