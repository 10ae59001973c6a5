import type { Database } from "../../../db/database.ts";
import { readDiskSpace } from "../../../kit/process/disk.ts";
import { counter, type Family, gauge, type Sample } from "../../platform/metrics/index.ts";

export function databaseFamilies(files: Record<string, Database>): Family[] {
  const each = (value: (database: Database) => number): Sample[] =>
    Object.entries(files).map(([file, database]) => ({ labels: { file }, value: value(database) }));
  return [
    gauge("salute_database_bytes", "Size of a database file.", ...each((file) => file.fileSizes().main)),
    gauge(
      "salute_database_wal_bytes",
      "Size of a database's write-ahead log.",
      ...each((file) => file.fileSizes().wal),
    ),
    gauge("salute_writer_waiting", "Changes waiting for a commit.", ...each((file) => file.writer.waiting)),
    counter(
      "salute_writer_commits_total",
      "Transactions committed.",
      ...each((file) => file.writer.counts.commits),
    ),
    counter(
      "salute_writer_changes_total",
      "Changes executed or refused in transactions; several share one.",
      ...each((file) => file.writer.counts.changes),
    ),
    counter(
      "salute_writer_failures_total",
      "Transactions that failed to begin or commit.",
      ...each((file) => file.writer.counts.failures),
    ),
  ];
}

/** Space of the data directory's file system, without what is reserved for root. */
export function diskFamilies(dataDir: string): Family[] {
  const { freeBytes, sizeBytes } = readDiskSpace(dataDir);
  return [
    gauge("salute_disk_free_bytes", "Free space on the data directory's file system.", { value: freeBytes }),
    gauge("salute_disk_size_bytes", "Size of the data directory's file system, without what is reserved.", {
      value: sizeBytes,
    }),
  ];
}
