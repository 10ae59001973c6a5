import { existsSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { BackupPath } from "./model.ts";

const ARCHIVE = "application/octet-stream";

/**
 * Downloads of archives, for owners only. An archive holds every user's data, so each download is audited before its
 * first byte.
 */
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
    response: { mediaType: ARCHIVE, description: "The archive; encrypted if BACKUP_ENCRYPTION_KEY was set." },
    read: async ({ db, actor, params, method }) => {
      const state = desk.find(params.id);
      const path = state?.status === "done" ? join(desk.directory, state.manifest.file) : null;
      if (state?.status !== "done" || path === null || !existsSync(path))
        throw new Problem("not_found", "Choose a backup from the list: this one has no archive here.");
      const { file, bytes, sha256 } = state.manifest;
      if (method === "GET")
        await db.writer.run((tx) =>
          recordAudit(tx, actor, {
            action: "backup.download",
            subject: params.id,
            details: { bytes, sha256 },
          }),
        );
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
