import type { Runbook } from "../../platform/checks/index.ts";
import type { CheckSet } from "../../status/system/index.ts";

/** Runbook for a process that is not ready, which no check can report. */
const READINESS: Runbook = {
  means:
    "The process cannot work: a database accepts no changes, or no jobs run. Partners get 503 db_unavailable, lose nothing and retry.",
  steps: [
    "`/readyz` names the fault; the log gives the cause.",
    "Full disk: free space, for example by deleting old files in `backups/`. salute resumes by itself.",
    "Read-only or failing disk: move the data directory to another disk, or run `salute restore` into a new directory.",
    "No jobs: restart the process. Jobs that are due run at the start.",
  ],
};

export interface RunbookEntry extends Runbook {
  /** Name of a check, or `readiness`. */
  name: string;
  title: string;
}

/** The entry for readiness, then one per check. */
export function buildRunbook(checks: CheckSet): RunbookEntry[] {
  return [
    { name: "readiness", title: "Readiness", ...READINESS },
    ...checks.all.map(({ name, title, runbook }) => ({ name, title, ...runbook })),
  ];
}
