import type { Static } from "@sinclair/typebox";
import { isoUtc, isoUtcOrNull } from "../../../kit/clock.ts";
import type { Archive, Archives } from "./model.ts";
import type { ArchiveRow } from "./store.ts";

export const JSON_PATH = "/admin/ops/reports/archives";

export function viewArchives(rows: readonly ArchiveRow[]): Static<typeof Archives> {
  const archives = rows.map(viewArchive);
  return { archives, count: archives.length };
}

export function viewArchive({
  is_provisional,
  created_at,
  finished_at,
  ...row
}: ArchiveRow): Static<typeof Archive> {
  return {
    ...row,
    provisional: is_provisional === null ? null : is_provisional === 1,
    requested_at: isoUtc(created_at),
    finished_at: isoUtcOrNull(finished_at),
    download: row.state === "done" ? `${JSON_PATH}/${row.id}/download` : null,
  };
}
