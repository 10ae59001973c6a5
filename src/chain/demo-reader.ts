import { createHash } from "node:crypto";
import type { Clock } from "../kit/clock.ts";
import { encodeBase58 } from "../kit/formats/base58.ts";
import type { AddressHealth, ChainReader, QuorumValue } from "./chain-reader.ts";
import {
  DEMO_DECIMALS,
  DEMO_LP_MINT,
  DEMO_MINT,
  DEMO_SUPPLY,
  demoHash,
  demoSlot,
  demoSlotTime,
  demoTokens,
  deriveDemoAccount,
} from "./demo-facts.ts";
import { demoMoved, demoMovement, listDemoSignatures } from "./demo-history.ts";
import { demoHolders } from "./demo-holders.ts";
import type { HolderScan, ScanQuery, SupplySnapshot, WalletHoldings } from "./holdings.ts";
import type { MintFacts, MintState } from "./mint.ts";
import { heldAccounts } from "./scan/held-accounts.ts";
import { summarizeHolders } from "./scan/holder-summary.ts";
import type {
  SignaturePage,
  SignatureQuery,
  TokenMovement,
  TokenTransfer,
  TokenTransfers,
} from "./transactions.ts";

export { DEMO_MINT, DEMO_TREASURY } from "./demo-facts.ts";

const LP_DECIMALS = 6;
const MOST_LAMPORTS = 20n * 10n ** 9n;
const MOST_LP = 1_000n * 10n ** BigInt(LP_DECIMALS);
/** As many as RPC addresses return as the largest accounts. */
const LARGEST = 20;

/**
 * A chain without a network, for development: a fixed mint, balances that depend only on an address's bytes, and
 * slots, holders and transactions that depend on the clock, so that every process gives the same answers. Recorded
 * transfers live as long as the reader, change no balances and are in no history.
 */
export class DemoReader implements ChainReader {
  readonly mode = "demo";
  readonly concurrency = 1;
  readonly #transactions = new Map<string, TokenTransfers>();

  constructor(private readonly clock: Clock) {}

  async getChain(): Promise<string> {
    return "demo";
  }

  async getMint(): Promise<MintFacts> {
    return { address: DEMO_MINT, decimals: DEMO_DECIMALS, supply: DEMO_SUPPLY, slot: this.#slot() };
  }

  async getMintState(): Promise<QuorumValue<MintState>> {
    return this.#proved({
      program: "spl-token",
      decimals: DEMO_DECIMALS,
      supply: DEMO_SUPPLY,
      mintAuthority: null,
      freezeAuthority: null,
      powers: [],
      unknownExtensions: [],
      withheld: 0n,
      transferFee: null,
    });
  }

  async getSupply(wallets: readonly string[]): Promise<QuorumValue<SupplySnapshot>> {
    const moved = demoMoved(this.clock.now());
    const balances = new Map(
      wallets.map((wallet) => [wallet, demoTokens(wallet) + (moved.get(wallet) ?? 0n)]),
    );
    return this.#proved({ decimals: DEMO_DECIMALS, supply: DEMO_SUPPLY, balances });
  }

  async countLargestOwners(): Promise<number> {
    return LARGEST;
  }

  async scanHolders(query: ScanQuery): Promise<QuorumValue<HolderScan>> {
    const records = demoHolders(this.clock.now(), query.wallets);
    const summary = summarizeHolders(records, query.wallets, DEMO_DECIMALS);
    const accounts = heldAccounts(records, query, summary.top);
    return this.#proved({ ...summary, accounts, decimals: DEMO_DECIMALS, supply: DEMO_SUPPLY });
  }

  async getWallet(address: string): Promise<WalletHoldings> {
    const hash = demoHash(address);
    return {
      address,
      lamports: hash.readBigUInt64BE(0) % MOST_LAMPORTS,
      tokenAmount: demoTokens(address),
      tokenDecimals: DEMO_DECIMALS,
      lpMint: DEMO_LP_MINT,
      lpAmount: hash.readBigUInt64BE(16) % MOST_LP,
      lpDecimals: LP_DECIMALS,
      slot: this.#slot(),
    };
  }

  async getTokenTransfers(signature: string): Promise<TokenTransfers | null> {
    return this.#transactions.get(signature) ?? null;
  }

  async getEpochSchedule(): Promise<null> {
    return null;
  }

  async findAccountOwners(): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }

  async listTokenAccounts(wallet: string): Promise<string[]> {
    return [deriveDemoAccount(wallet)];
  }

  async getSlot(): Promise<QuorumValue<null>> {
    return this.#proved(null);
  }

  async listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage> {
    return listDemoSignatures(this.clock.now(), address, query);
  }

  async getMovement(signature: string): Promise<TokenMovement | null> {
    return demoMovement(this.clock.now(), signature);
  }

  health(): AddressHealth[] {
    return [];
  }

  /**
   * Puts a transaction into the next slot, after all earlier ones. A signature permanently names one transaction:
   * recorded again, it stays unchanged.
   */
  recordTransfer(signature: string, transfers: readonly TokenTransfer[]): TokenTransfers {
    const slot = this.#slot() + 1n;
    const made = { slot, blockTime: demoSlotTime(slot), transfers };
    const kept = this.#transactions.get(signature) ?? made;
    this.#transactions.set(signature, kept);
    return kept;
  }

  #slot(): bigint {
    return demoSlot(this.clock.now());
  }

  #proved<Value>(value: Value): QuorumValue<Value> {
    return { value, slot: this.#slot(), hosts: [], disagreements: [] };
  }
}

/** The signature, base58 of 64 bytes, of the demo transaction that pays for something; deterministic. */
export function demoSignature(paysFor: string): string {
  return encodeBase58(
    new Uint8Array(createHash("sha512").update(`salute demo transfer ${paysFor}`).digest()),
  );
}
