import { decodeBase58 } from "../../kit/formats/base58.ts";
import { RpcFailure } from "../rpc/failure.ts";
import { parseTokenAccount } from "../rpc/token-accounts.ts";
import { AccountRecords, differingAddresses } from "./account-records.ts";
import { AccountsDecoder, MalformedAnswer, RefusedScan, type ScannedAccount } from "./accounts-decoder.ts";
import { streamAnswer } from "./client.ts";
import { heldAccounts } from "./held-accounts.ts";
import { summarizeHolders } from "./holder-summary.ts";
import type { PatchedAccount, ScanAnswers, ScanReply, ScanRequest } from "./protocol.ts";

/**
 * The thread for account scans: work that takes seconds for a hundred thousand accounts delays no request, and its
 * memory is freed with it. A separate entry point, which the build names beside main.ts.
 */

declare const self: Worker;

const SLICE_BYTES = 40;
/** JSON-RPC errors: the node has not reached minContextSlot, or is unhealthy. */
const BEHIND_CODES = [-32016, -32005];

const scans: AccountRecords[] = [];
/** The current result: the only scan, the one that others match, or that with agreed states applied. */
let basis: AccountRecords | null = null;

self.onmessage = async ({ data }: MessageEvent<ScanRequest>) => postMessage(await reply(data));

async function reply(request: ScanRequest): Promise<ScanReply> {
  try {
    return { ok: true, value: await perform(request) };
  } catch (error) {
    if (error instanceof RpcFailure)
      return { ok: false, failure: error.code, retryAfterMs: error.retryAfterMs };
    if (error instanceof MalformedAnswer) return { ok: false, failure: "invalid_answer", retryAfterMs: null };
    if (error instanceof RefusedScan) {
      const failure = BEHIND_CODES.includes(error.rpcCode) ? "behind" : "rpc_error";
      return { ok: false, failure, retryAfterMs: null };
    }
    return { ok: false, failure: null, message: error instanceof Error ? error.message : String(error) };
  }
}

async function perform(request: ScanRequest): Promise<ScanAnswers[keyof ScanAnswers]> {
  switch (request.kind) {
    case "scan":
      return await scan(request);
    case "compare":
      return findAlike(request.quorum, request.limit);
    case "patch":
      basis = theBasis().patched(new Map(request.accounts.map(toRecord)));
      return null;
    case "summarize":
      return summarize(request);
  }
}

async function scan(request: Extract<ScanRequest, { kind: "scan" }>): Promise<ScanAnswers["scan"]> {
  const records = new AccountRecords();
  const read = request.isSliced ? readSlice : readWhole;
  const decoder = new AccountsDecoder((account) => read(account, records));
  const { url, body, timeoutMs: idleMs } = request;
  await streamAnswer({ url, body, idleMs }, (chunk) => decoder.push(chunk));
  decoder.end();
  scans.push(records);
  return { slot: decoder.slot ?? 0n, accounts: records.size };
}

/** 32 bytes of owner, 8 of amount. */
function readSlice({ address, data }: ScannedAccount, records: AccountRecords): void {
  if (data.length !== SLICE_BYTES) throw new MalformedAnswer("an account of another length");
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(32, true);
  records.add({ address, owner: data.subarray(0, 32), amount, withheld: 0n });
}

function readWhole({ address, data }: ScannedAccount, records: AccountRecords): void {
  const account = parseTokenAccount(data);
  if (account === null) throw new MalformedAnswer("not a token account");
  const { amount, withheld } = account;
  records.add({ address, owner: data.subarray(32, 64), amount, withheld });
}

function summarize({
  query,
  decimals,
}: Extract<ScanRequest, { kind: "summarize" }>): ScanAnswers["summarize"] {
  const summary = summarizeHolders(theBasis(), query.wallets, decimals);
  return { ...summary, accounts: heldAccounts(theBasis(), query, summary.top) };
}

function theBasis(): AccountRecords {
  if (basis === null) throw new Error("no scan was compared");
  return basis;
}

/** Compares each scan with the others; the first one with enough matches is the result. */
function findAlike(quorum: number, limit: number): ScanAnswers["compare"] {
  for (const [number, base] of scans.entries()) {
    const alike = [number];
    const differing = new Set<string>();
    for (const [other, records] of scans.entries()) {
      if (other === number || alike.length === quorum) continue;
      const found = differingAddresses(base, records, limit);
      if (found === null) continue;
      alike.push(other);
      for (const address of found) differing.add(address);
    }
    if (alike.length < quorum) continue;
    basis = base;
    return { scans: alike, differing: [...differing] };
  }
  return null;
}

function toRecord([address, state]: [string, PatchedAccount | null]) {
  if (state === null) return [address, null] as const;
  const { amount, withheld } = state;
  return [address, { owner: decodeBase58(state.owner) ?? new Uint8Array(), amount, withheld }] as const;
}
