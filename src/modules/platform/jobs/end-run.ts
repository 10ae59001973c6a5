import type { Tx } from "../../../db/sql.ts";
import type { ActiveRun } from "./start-run.ts";
import { deleteLock, type RunStatus, updateRun } from "./store.ts";

const MAX_DETAIL_CHARACTERS = 500;

/** The status of a finished run, with one sentence of detail. */
export interface RunEnd {
  status: Exclude<RunStatus, "running">;
  detail: string;
}

/** Records the end of a run. Its lock stays until `releaseRun`: work past its time limit may continue. */
export function endRun(tx: Tx, run: ActiveRun, { status, detail }: RunEnd): void {
  updateRun(tx, run.id, { status, detail: detail.slice(0, MAX_DETAIL_CHARACTERS) });
}

/** Releases the job's lock for the next run. */
export function releaseRun(tx: Tx, run: ActiveRun): void {
  deleteLock(tx, run.job, run.holder);
}
