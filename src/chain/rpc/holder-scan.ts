import { pickGreatest, pickLeast } from "../../kit/bigint.ts";
import type { QuorumValue } from "../chain-reader.ts";
import { ChainDisagreement, ChainUnavailable, type FieldDisagreement, ScanIncomplete } from "../errors.ts";
import type { HolderScan, ScanQuery } from "../holdings.ts";
import type { MintState } from "../mint.ts";
import type { PatchedAccount } from "../scan/protocol.ts";
import { ScanSession } from "../scan/scan-session.ts";
import type { Question } from "./agreement.ts";
import type { Endpoint } from "./endpoint.ts";
import { RpcFailure } from "./failure.ts";
import { readAccounts } from "./queries.ts";
import { ACCOUNT_BYTES, parseTokenAccount, toProgramAddress } from "./token-accounts.ts";

export interface ScanOrder {
  endpoints: readonly Endpoint[];
  quorum: number;
  mint: string;
  query: ScanQuery;
  minSlot: bigint;
  signal: AbortSignal;
  readMint(minSlot: bigint): Promise<QuorumValue<MintState>>;
  /** A slot that enough addresses have reached. */
  readSlot(): Promise<bigint>;
  agreeOn<Value>(question: Question<Value>): Promise<QuorumValue<Value>>;
}

/** Further attempts, because tokens are moved, minted and burned during a scan. */
const TRIES = 3;
/** More differing accounts than change between two scans: an address shows another token, or invents accounts. */
const MAX_DIFFERING = 2_000;
const KEYS_A_REQUEST = 100;

/**
 * Reads every account of the mint from a quorum of addresses. Accounts equal in all scans are agreed; others, changed
 * meanwhile or invented by an address, are requested one by one until enough agree. The result must add up to the
 * supply.
 * @throws ScanIncomplete, ChainDisagreement, ChainUnavailable
 */
export async function scanAgreed(order: ScanOrder): Promise<QuorumValue<HolderScan>> {
  const before = await order.readMint(order.minSlot);
  for (let tries = 1; ; tries++) {
    order.signal.throwIfAborted();
    const session = new ScanSession(order.signal);
    try {
      const found = await scanOnce(session, order, before);
      if (found !== null) return found;
    } finally {
      session.end();
    }
    if (tries === TRIES) throw new ScanIncomplete("the accounts found do not add up to the supply");
  }
}

async function scanOnce(
  session: ScanSession,
  order: ScanOrder,
  before: QuorumValue<MintState>,
): Promise<QuorumValue<HolderScan> | null> {
  const { scans, differing, disagreements } = await scanUntilAlike(session, order, before);
  const slots = scans.map(({ slot }) => slot);
  // An address that claims a future slot must not make all others seem late.
  const latest = pickLeast([pickGreatest(slots), await order.readSlot()]);
  await settleDifferences(session, order, { differing, latest });
  const after = await order.readMint(latest);
  const { decimals, supply } = after.value;
  const summary = await session.ask<"summarize">({ kind: "summarize", query: order.query, decimals });
  const withheld = summary.withheld + after.value.withheld;
  if (supply !== summary.accountsSum + withheld) return null;
  return {
    value: { ...summary, withheld, decimals, supply },
    // Equal accounts were so at the older slot already; otherwise the result is as late as the latest.
    slot: differing.length === 0 ? pickLeast([...slots, latest]) : latest,
    hosts: scans.map(({ endpoint }) => endpoint.host),
    disagreements: [...after.disagreements, ...disagreements],
  };
}

interface Scan {
  endpoint: Endpoint;
  slot: bigint;
  accounts: number;
}

/**
 * Scans one address after another (concurrent scans would need the memory of all answers at once) until a quorum
 * shows nearly the same accounts.
 */
async function scanUntilAlike(
  session: ScanSession,
  { endpoints, quorum, mint }: ScanOrder,
  before: QuorumValue<MintState>,
): Promise<{ scans: Scan[]; differing: string[]; disagreements: FieldDisagreement[] }> {
  const scans: Scan[] = [];
  for (const endpoint of endpoints.filter((each) => each.restMs === 0)) {
    const found = await scanOne(session, endpoint, { mint, before });
    if (found === null) continue;
    scans.push(found);
    if (scans.length < quorum) continue;
    const alike = await session.ask<"compare">({ kind: "compare", quorum, limit: MAX_DIFFERING });
    if (alike === null) continue;
    const kept = scans.filter((_, index) => alike.scans.includes(index));
    const disagreements = kept.length < scans.length ? [accountsDiffer(scans)] : [];
    return { scans: kept, differing: alike.differing, disagreements };
  }
  if (scans.length >= quorum) throw new ChainDisagreement([accountsDiffer(scans)]);
  throw new ChainUnavailable(`${scans.length} RPC addresses gave all accounts, ${quorum} must`);
}

function accountsDiffer(scans: readonly Scan[]): FieldDisagreement {
  const values = scans.map(({ endpoint, slot, accounts }) => ({
    host: endpoint.host,
    slot: Number(slot),
    value: String(accounts),
  }));
  return { field: "accounts", values };
}

interface ScannedMint {
  mint: string;
  /** Its state before the scan. */
  before: QuorumValue<MintState>;
}

async function scanOne(
  session: ScanSession,
  endpoint: Endpoint,
  { mint, before }: ScannedMint,
): Promise<Scan | null> {
  await endpoint.turn("getProgramAccounts");
  try {
    const { slot, accounts } = await session.ask<"scan">({
      kind: "scan",
      url: endpoint.url,
      body: scanRequest(mint, before),
      timeoutMs: endpoint.timeoutMs,
      isSliced: isSliced(before.value),
    });
    endpoint.succeeded();
    endpoint.reached(slot);
    return slot < before.slot ? null : { endpoint, slot, accounts };
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    endpoint.failed(error);
    return null;
  }
}

/** Owner and amount suffice for an SPL token account; a Token-2022 account may withhold fees in its extensions. */
function isSliced({ program }: MintState): boolean {
  return program === "spl-token";
}

function scanRequest(mint: string, { value, slot }: QuorumValue<MintState>): string {
  const memcmp = { memcmp: { offset: 0, bytes: mint, encoding: "base58" } };
  const options = {
    commitment: "finalized",
    encoding: "base64",
    withContext: true,
    minContextSlot: Number(slot),
    ...(isSliced(value)
      ? { dataSlice: { offset: 32, length: 40 }, filters: [{ dataSize: ACCOUNT_BYTES }, memcmp] }
      : { filters: [memcmp] }),
  };
  const params = [toProgramAddress(value), options];
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "getProgramAccounts", params });
}

interface Differences {
  /** Addresses of the differing accounts. */
  differing: readonly string[];
  /** Slot from which they are read again. */
  latest: bigint;
}

async function settleDifferences(
  session: ScanSession,
  { mint, agreeOn }: ScanOrder,
  { differing, latest }: Differences,
): Promise<void> {
  if (differing.length === 0) return;
  const accounts: [string, PatchedAccount | null][] = [];
  for (let at = 0; at < differing.length; at += KEYS_A_REQUEST) {
    const keys = differing.slice(at, at + KEYS_A_REQUEST);
    const { value } = await agreeOn({
      minSlot: latest,
      askAll: false,
      ask: async (endpoint, minSlot) => {
        const found = await readAccounts(endpoint, keys, minSlot);
        return { value: found.value.map((each) => stateOf(each?.data ?? null, mint)), slot: found.slot };
      },
      fields: (states) => ({ accounts: states.map(textOf).join(" ") }),
    });
    accounts.push(
      ...keys.map((key, index) => [key, value[index] ?? null] as [string, PatchedAccount | null]),
    );
  }
  await session.ask<"patch">({ kind: "patch", accounts });
}

/** Null if it is not, or is no longer, an account of the mint. */
function stateOf(data: Uint8Array | null, mint: string): PatchedAccount | null {
  const account = data === null ? null : parseTokenAccount(data);
  if (account === null || account.mint !== mint) return null;
  return { owner: account.owner, amount: account.amount, withheld: account.withheld };
}

function textOf(state: PatchedAccount | null): string {
  return state === null ? "none" : `${state.owner}:${state.amount}:${state.withheld}`;
}
