import type { FieldDisagreement } from "./errors.ts";
import type { HolderScan, ScanQuery, SupplySnapshot, WalletHoldings } from "./holdings.ts";
import type { EpochSchedule, MintFacts, MintState } from "./mint.ts";
import type { SignaturePage, SignatureQuery, TokenMovement, TokenTransfers } from "./transactions.ts";

/**
 * The source of an answer: the embedded demo chain, or a real one over RPC. Shown as `chain_mode` in every such
 * answer.
 */
export const CHAIN_MODES = ["demo", "rpc"] as const;
export type ChainMode = (typeof CHAIN_MODES)[number];

/** A value on which enough addresses agreed. */
export interface QuorumValue<Value> {
  value: Value;
  /** Finalized; the oldest slot at which it was read. */
  slot: bigint;
  /** Scheme and host of the addresses that agreed; empty for the demo chain. */
  hosts: readonly string[];
  /** Values of the other addresses, after each was asked again. */
  disagreements: readonly FieldDisagreement[];
}

/** State of one RPC address. */
export interface AddressHealth {
  host: string;
  chain: string | null;
  slot: bigint | null;
  /** Unix milliseconds. */
  answeredAt: number | null;
  failedAt: number | null;
  error: string | null;
}

/**
 * salute's reads of a chain. All use commitment `finalized`; `minSlot` refuses answers older than a slot already
 * seen. Every method throws ChainUnavailable or a subclass.
 */
export interface ChainReader {
  readonly mode: ChainMode;
  /** The chain's genesis hash, or `demo`. */
  getChain(): Promise<string>;
  getMint(): Promise<MintFacts>;
  getMintState(minSlot: bigint): Promise<QuorumValue<MintState>>;
  getSupply(wallets: readonly string[], minSlot: bigint): Promise<QuorumValue<SupplySnapshot>>;
  /** Number of owners with tokens among the largest accounts; null if addresses refuse to answer. */
  countLargestOwners(minSlot: bigint): Promise<number | null>;
  /** Reads every account of the token. @throws ScanIncomplete if they do not add up to the supply */
  scanHolders(query: ScanQuery, minSlot: bigint, signal: AbortSignal): Promise<QuorumValue<HolderScan>>;
  getWallet(address: string): Promise<WalletHoldings>;
  /**
   * The movements of tokens and of SOL in one finalized, successful transaction; null if there is none with this
   * signature.
   */
  getTokenTransfers(signature: string): Promise<TokenTransfers | null>;
  /** Null if addresses refuse to answer. */
  getEpochSchedule(): Promise<EpochSchedule | null>;
  /** The given addresses that are token accounts of the mint, each with its owner. */
  findAccountOwners(addresses: readonly string[], minSlot: bigint): Promise<ReadonlyMap<string, string>>;
  /** The token accounts of the mint that belong to a wallet. */
  listTokenAccounts(wallet: string, minSlot: bigint): Promise<string[]>;
  /** A finalized slot that enough addresses have reached. */
  getSlot(): Promise<QuorumValue<null>>;
  listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage>;
  /** Null if no finalized, successful transaction has the signature, or too few addresses have it. */
  getMovement(signature: string): Promise<TokenMovement | null>;
  /** State of each RPC address when it was last used; empty for the demo chain. */
  health(): AddressHealth[];
  /** Useful number of concurrent requests for transactions. */
  readonly concurrency: number;
}
