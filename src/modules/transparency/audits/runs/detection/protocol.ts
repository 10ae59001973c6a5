import type { TrackedToken } from "../../../../token/figures/index.ts";
import type { Coverage } from "../model.ts";
import type { StagedRow } from "../store-run.ts";
import type { Window } from "../window.ts";

/** Input of a detection thread. */
export interface DetectionTask {
  /** Of the live file. */
  path: string;
  tokenId: number;
  token: TrackedToken;
  window: Window;
  policy: ReadonlyMap<string, number>;
}

/** Messages of the thread, in this order; it continues after each answer. */
export interface Steps {
  /** The figures beside the window's transactions are known. */
  prepared: { asked: null; answer: null };
  /** Signatures of transactions in which a treasury wallet paid: the answer says what for, see PaidFor. */
  payments: { asked: readonly string[]; answer: readonly (string | null)[] };
  /** Rows to be staged. */
  rows: { asked: readonly StagedRow[]; answer: null };
}

export type Step = { [Kind in keyof Steps]: { kind: Kind; asked: Steps[Kind]["asked"] } }[keyof Steps];
export type Answer = Steps[keyof Steps]["answer"];

export type Ending =
  | { kind: "done"; coverage: Coverage }
  | { kind: "failed"; message: string; isSupplyUnknown: boolean };
