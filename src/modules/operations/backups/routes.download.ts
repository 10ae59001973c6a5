import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { BackupPath } from "./model.ts";

const ARCHIVE = "application/octet-stream";

/** Archives for owners: one holds every user's state, so each download enters the audit trail before its first byte. */
export function backupDownload(desk: BackupDesk): Operation {
  return readOperation({
    id: "downloadBackup",
    method: "GET",
    path: "/admin/backups/{id}/download",
    group: PAGES_GROUP,
    summary: "Download the archive of a backup",
    access: operator("owner"),
    params: BackupPath,
    errors: ["not_found"],
    response: { mediaType: ARCHIVE, description: "The archive, encrypted where backups are." },
    read: async ({ db, actor, params, method }) => {
      const state = desk.find(params.id);
      const path = state?.status === "done" ? join(desk.directory, state.manifest.file) : null;
      if (state?.status !== "done" || path === null || !existsSync(path))
        throw new Problem("not_found", "Choose one from the list: no archive of this backup is kept here.");
      const { file, bytes, sha256 } = state.manifest;
      if (method === "GET")
        await db.writer.run((tx) => recordAudit(tx, actor, "backup.download", params.id, { bytes, sha256 }));
      return new Response(Bun.file(path), {
        headers: {
          "content-type": ARCHIVE,
          "content-disposition": `attachment; filename="${file}"`,
          "cache-control": "no-store",
        },
      });
    },
  });
}
