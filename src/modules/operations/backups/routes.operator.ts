import { Accepted } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import type { JobMonitor } from "../../platform/jobs/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { BackupPath, ListShape, ManifestShape, RunningShape, StateShape } from "./model.ts";
import { runBackup } from "./run-backup.ts";

/** Backups for programs of operators. A backup changes nothing: safe mode lets it through. */
export function backupRoutes(desk: BackupDesk, jobs: JobMonitor): Operation[] {
  return [
    readOperation({
      id: "runBackup",
      method: "POST",
      path: "/admin/backup/run",
      group: "operators",
      summary: "Make a backup now",
      description:
        "Every database but sandbox files, copied beside the running server, proved, packed and, where so configured, encrypted and sent on. Answers when it is done, or after 55 s with 202.",
      access: operator("operator"),
      response: ManifestShape,
      accepted: RunningShape,
      errors: ["state_conflict"],
      read: async ({ actor }) => {
        const made = await runBackup(
          desk,
          jobs,
          actor.kind === "operator" ? `operator ${actor.name}` : "operator",
        );
        if ("backupId" in made) return new Accepted({ backup_id: made.backupId, status: "running" });
        return made.manifest;
      },
    }),
    readOperation({
      id: "listBackups",
      method: "GET",
      path: "/admin/backups.json",
      group: "operators",
      summary: "List the backups that are kept here, newest first",
      access: operator("viewer"),
      response: ListShape,
      read: () => {
        const backups = desk.list();
        return { count: backups.length, backups };
      },
    }),
    readOperation({
      id: "getBackup",
      method: "GET",
      path: "/admin/backups/{id}",
      group: "operators",
      summary: "How a backup stands, and its manifest once it is done",
      access: operator("viewer"),
      params: BackupPath,
      response: StateShape,
      errors: ["not_found"],
      read: ({ params }) => {
        const state = desk.find(params.id);
        if (state === null)
          throw new Problem("not_found", "Choose one from the list: no backup has this id.");
        return {
          backup_id: state.id,
          status: state.status,
          error: state.status === "failed" ? state.error : null,
          manifest: state.status === "done" ? state.manifest : null,
        };
      },
    }),
  ];
}
