/** @jsxImportSource preact */

import { statSync } from "node:fs";
import type { Static } from "@sinclair/typebox";
import { type DatabaseFile, databaseFiles } from "../../../db/files.ts";
import type { Sql } from "../../../db/sql.ts";
import type { Operation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { type DiskParts, daysLeft, readDiskFacts } from "./check.ts";
import { readMeasurement } from "./measure-job.ts";
import { Storage } from "./model.ts";
import { StorageContent } from "./storage-page.tsx";

/** The page of the disk's use and of the days until it is full. */
export function storagePage(site: Site, parts: DiskParts): Operation {
  return adminView(site, {
    id: "getStorage",
    path: "/admin/ops/storage",
    group: "ops",
    summary: "Get the size of each database and group of tables, and the days until the disk is full",
    title: "Storage",
    response: Storage,
    read: ({ sql }) => readStorage(sql, parts),
    page: (storage, { now }) => <StorageContent storage={storage} now={now} />,
  });
}

function readStorage(sql: Sql, parts: DiskParts): Static<typeof Storage> {
  const facts = readDiskFacts(parts);
  const { freeBytes, sizeBytes, growthPerDay } = facts;
  const measured = readMeasurement(sql);
  const all = databaseFiles(parts.config.dataDir);
  const isMain = ({ name, mode }: DatabaseFile) => name === mode;
  const archives = parts.backups.list();
  return {
    disk: {
      size_bytes: sizeBytes,
      free_bytes: freeBytes,
      growth_bytes_per_day: growthPerDay === null ? null : Math.round(growthPerDay),
      days_left: daysLeft(facts),
    },
    used: [
      ...all.filter(isMain).map((file) => usedBy(`${file.name}.db`, [file])),
      usedBy(
        "sandbox files",
        all.filter((file) => !isMain(file)),
      ),
      { name: "backups", bytes: archives.reduce((sum, { bytes }) => sum + bytes, 0), wal_bytes: 0 },
    ],
    measured_at: measured?.at ?? null,
    files: [...(measured?.files ?? [])],
    groups: [...(measured?.groups ?? [])],
  };
}

function usedBy(name: string, files: readonly DatabaseFile[]) {
  const sum = (suffix: string) =>
    files.reduce(
      (total, { path }) => total + (statSync(`${path}${suffix}`, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  return { name, bytes: sum(""), wal_bytes: sum("-wal") };
}
