import { Accepted } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import type { JobMonitor } from "../../platform/jobs/index.ts";
import type { BackupDesk } from "./backup-desk.ts";
import { BackupPath, ListShape, ManifestShape, RunningShape, StateShape } from "./model.ts";
import { runBackup } from "./run-backup.ts";

/** Backups for operators' programs. Backups change no state, so safe mode permits them. */
export function backupRoutes(desk: BackupDesk, jobs: JobMonitor): Operation[] {
  return [runRoute(desk, jobs), ...readRoutes(desk)];
}

function runRoute(desk: BackupDesk, jobs: JobMonitor): Operation {
  return readOperation({
    id: "runBackup",
    method: "POST",
    path: "/admin/backup/run",
    group: "operators",
    summary: "Make a backup now",
    outcome: "The backup is done; the answer is its manifest.",
    description:
      "Copies every database except sandbox files beside the running server, proves and packs the copies and, if configured, encrypts and uploads the archive. Answers when the backup is done, or with 202 after 55 s.",
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
  });
}

/** The list of backups, and the state of one. */
function readRoutes(desk: BackupDesk): Operation[] {
  return [
    readOperation({
      id: "listBackups",
      method: "GET",
      path: "/admin/backups.json",
      group: "operators",
      summary: "List the stored backups, newest first",
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
      summary: "Read the state of a backup, and its manifest once it is done",
      access: operator("viewer"),
      params: BackupPath,
      response: StateShape,
      errors: ["not_found"],
      read: ({ params }) => {
        const state = desk.find(params.id);
        if (state === null)
          throw new Problem("not_found", "Choose a backup from the list: none has this id.");
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
