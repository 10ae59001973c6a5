import type { HeldAccount, ScanQuery } from "../holdings.ts";
import type { FailureCode } from "../rpc/failure.ts";
import type { HolderSummary } from "./holder-summary.ts";

/** Requests to the worker. It keeps the scans of one session until it is ended. */
export type ScanRequest =
  | {
      kind: "scan";
      url: string;
      /** The JSON-RPC request. */
      body: string;
      /** Milliseconds without data after which the address counts as hanging. */
      timeoutMs: number;
      /** Whether the data is only owner and amount, or whole accounts. */
      isSliced: boolean;
    }
  /** Finds a quorum of scans that differ in at most `limit` accounts, and keeps only those. */
  | { kind: "compare"; quorum: number; limit: number }
  /** Replaces these accounts with agreed states. */
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
  /** Numbers of the kept scans, from 0, and the accounts that differ between them; null if none match. */
  compare: { scans: number[]; differing: string[] } | null;
  patch: null;
  summarize: HolderSummary & { accounts: readonly HeldAccount[] };
}

export type ScanReply =
  | { ok: true; value: ScanAnswers[keyof ScanAnswers] }
  | { ok: false; failure: FailureCode; retryAfterMs: number | null }
  | { ok: false; failure: null; message: string };
