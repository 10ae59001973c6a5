import type { Runbook } from "../../platform/checks/index.ts";
import type { CheckSet } from "../../status/system/index.ts";

/** A process that is not ready at all, which no check can report. */
const READINESS: Runbook = {
  means:
    "The process cannot do its work: a database takes no changes, or no jobs run. Partners get 503 db_unavailable, lose nothing, and try again.",
  steps: [
    "Ask `/readyz` what is wrong; the log says why.",
    "A full disk: make room, such as old files of `backups/`. salute goes on by itself once there is space.",
    "A read-only or failing disk: move the data directory to another one, or `salute restore` to a new directory.",
    "No jobs: start the process again. What they owe, they do at the start.",
  ],
};

export interface RunbookEntry extends Runbook {
  /** A check's name, or readiness. */
  name: string;
  title: string;
}

/** One entry for a process that is not ready, and one per check. */
export function runbookOf(checks: CheckSet): RunbookEntry[] {
  return [
    { name: "readiness", title: "Readiness", ...READINESS },
    ...checks.all.map(({ name, title, runbook }) => ({ name, title, ...runbook })),
  ];
}
