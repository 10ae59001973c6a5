import type { HeldAccount, ScanQuery } from "../holdings.ts";
import type { FailureCode } from "../rpc/failure.ts";
import type { HolderSummary } from "./holder-summary.ts";

/** What the worker is asked. It keeps the scans of one session until it is ended. */
export type ScanRequest =
  | {
      kind: "scan";
      url: string;
      /** The JSON-RPC request. */
      body: string;
      /** Milliseconds without a byte after which the address counts as hanging. */
      timeoutMs: number;
      /** Whether the data is owner and amount alone, or whole accounts. */
      isSliced: boolean;
    }
  /** Finds scans that show the same accounts but for `limit`, as many as must agree, and keeps only those. */
  | { kind: "compare"; quorum: number; limit: number }
  /** Puts agreed states in the place of those accounts. */
  | { kind: "patch"; accounts: [address: string, state: PatchedAccount | null][] }
  | { kind: "summarize"; query: ScanQuery; decimals: number };

export interface PatchedAccount {
  /** Base58. */
  owner: string;
  amount: bigint;
  withheld: bigint;
}

export interface ScanAnswers {
  scan: { slot: bigint; accounts: number };
  /**
   * The scans kept, by their numbers from 0, and the accounts that not all of them show alike; null where none are
   * alike.
   */
  compare: { scans: number[]; differing: string[] } | null;
  patch: null;
  summarize: HolderSummary & { accounts: readonly HeldAccount[] };
}

export type ScanReply =
  | { ok: true; value: ScanAnswers[keyof ScanAnswers] }
  | { ok: false; failure: FailureCode; retryAfterMs: number | null }
  | { ok: false; failure: null; message: string };
