import type { TrackedToken } from "../../../../token/figures/index.ts";
import type { Coverage } from "../model.ts";
import type { StagedRow } from "../store-run.ts";
import type { Window } from "../window.ts";

/** Input of a worker thread. */
export interface DetectionTask {
  /** Path of live.db. */
  path: string;
  tokenId: number;
  token: TrackedToken;
  window: Window;
  policy: ReadonlyMap<string, number>;
}

/** Requests of the worker thread, in this order. It continues after each reply. */
export interface WorkerRequests {
  /** The detectors' input is complete except for the window's transactions. */
  prepared: { payload: null; reply: null };
  /** Signatures of payments by treasury wallets. The reply holds the result of PaidFor for each. */
  payments: { payload: readonly string[]; reply: readonly (string | null)[] };
  /** Rows to stage. */
  rows: { payload: readonly StagedRow[]; reply: null };
}

export type WorkerRequest = {
  [Kind in keyof WorkerRequests]: { kind: Kind; payload: WorkerRequests[Kind]["payload"] };
}[keyof WorkerRequests];
export type WorkerReply = WorkerRequests[keyof WorkerRequests]["reply"];

export type WorkerOutcome =
  | { kind: "done"; coverage: Coverage }
  | { kind: "failed"; message: string; isSupplyUnknown: boolean };
