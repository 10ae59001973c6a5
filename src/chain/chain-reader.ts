import type { FieldDisagreement } from "./errors.ts";
import type { HolderScan, ScanQuery, SupplySnapshot, WalletHoldings } from "./holdings.ts";
import type { EpochSchedule, MintFacts, MintState } from "./mint.ts";
import type { SignaturePage, SignatureQuery, TokenMovement, TokenTransfers } from "./transactions.ts";

/**
 * Which chain feeds an answer: the embedded demo, or a real one over RPC. Said as `chain_mode` in all that it feeds.
 */
export const CHAIN_MODES = ["demo", "rpc"] as const;
export type ChainMode = (typeof CHAIN_MODES)[number];

/** A value that enough addresses agreed on. */
export interface Proved<Value> {
  value: Value;
  /** Finalized; the oldest of those at which it was read. */
  slot: bigint;
  /** Scheme and host of the addresses that agreed; empty for the demo chain. */
  hosts: readonly string[];
  /** What others said, after each was asked again. */
  disagreements: readonly FieldDisagreement[];
}

/** How one RPC address does. */
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
 * What salute asks of a chain. All of it is read at commitment `finalized`; `minSlot` keeps answers from going back to
 * an older slot than one that was seen. Everything throws ChainUnavailable or one of its kinds.
 */
export interface ChainReader {
  readonly mode: ChainMode;
  /** Names the chain: its genesis hash, or `demo`. */
  getChain(): Promise<string>;
  getMint(): Promise<MintFacts>;
  getMintState(minSlot: bigint): Promise<Proved<MintState>>;
  getSupply(wallets: readonly string[], minSlot: bigint): Promise<Proved<SupplySnapshot>>;
  /** How many owners hold tokens among the largest accounts; null where addresses refuse to say. */
  countLargestOwners(minSlot: bigint): Promise<number | null>;
  /** Reads every account of the token. @throws ScanIncomplete where they do not add up to the supply. */
  scanHolders(query: ScanQuery, minSlot: bigint, signal: AbortSignal): Promise<Proved<HolderScan>>;
  getWallet(address: string): Promise<WalletHoldings>;
  /** The movements of tokens, and of SOL, of one finalized, successful transaction; null where there is none of this signature. */
  getTokenTransfers(signature: string): Promise<TokenTransfers | null>;
  /** Null where addresses refuse to say. */
  getEpochSchedule(): Promise<EpochSchedule | null>;
  /** The given addresses that are token accounts of the mint, each with its owner. */
  findAccountOwners(addresses: readonly string[], minSlot: bigint): Promise<ReadonlyMap<string, string>>;
  /** The token accounts of the mint that belong to a wallet. */
  listTokenAccounts(wallet: string, minSlot: bigint): Promise<string[]>;
  /** A finalized slot that enough addresses have reached. */
  getSlot(): Promise<Proved<null>>;
  listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage>;
  /** Null where no finalized, successful transaction bears the signature, or too few addresses have it. */
  getMovement(signature: string): Promise<TokenMovement | null>;
  /** How each RPC address did when it was last asked; empty for the demo chain. */
  health(): AddressHealth[];
  /** How many transactions are worth asking for at once. */
  readonly concurrency: number;
}
