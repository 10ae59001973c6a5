import type { Tx } from "../../../db/sql.ts";
import type { ActiveRun } from "./start-run.ts";
import { deleteLock, type RunStatus, updateRun } from "./store.ts";

const MAX_DETAIL_CHARACTERS = 500;

/** How a run ended, in a word and a sentence. */
export interface Ending {
  status: Exclude<RunStatus, "running">;
  detail: string;
}

/** Closes the row of a run. Its lock stays until `releaseRun`: what outlived its time may still be at work. */
export function endRun(tx: Tx, run: ActiveRun, { status, detail }: Ending): void {
  updateRun(tx, run.id, status, detail.slice(0, MAX_DETAIL_CHARACTERS));
}

/** Frees the job for its next run. */
export function releaseRun(tx: Tx, run: ActiveRun): void {
  deleteLock(tx, run.job, run.holder);
}
