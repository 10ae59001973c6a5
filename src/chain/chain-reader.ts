/** The chain cannot be read now: unreachable, over its limits, or its answers disagree. */
export class ChainUnavailable extends Error {}

/** Which chain feeds an answer: the embedded demo, or a real one over RPC. Said as `chain_mode` in all that it feeds. */
export const CHAIN_MODES = ["demo", "rpc"] as const;
export type ChainMode = (typeof CHAIN_MODES)[number];

export interface MintFacts {
  /** Base58. */
  address: string;
  decimals: number;
  /** Base units. */
  supply: bigint;
  slot: bigint;
}

export interface WalletHoldings {
  address: string;
  lamports: bigint;
  /** Base units of the mint, over all the wallet's token accounts. */
  tokenAmount: bigint;
  tokenDecimals: number;
  /** Null where no liquidity-pool mint is configured. */
  lpMint: string | null;
  lpAmount: bigint;
  lpDecimals: number;
  slot: bigint;
}

export interface TokenTransfer {
  mint: string;
  /** Owners' addresses, not token accounts; null for a mint's issue or a burn. */
  from: string | null;
  to: string | null;
  /** Base units that arrived. */
  amount: bigint;
}

export interface TokenTransfers {
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number;
  transfers: readonly TokenTransfer[];
}

/** What salute asks of a chain. All of it is read at commitment `finalized`. */
export interface ChainReader {
  readonly mode: ChainMode;
  /** @throws ChainUnavailable */
  getMint(): Promise<MintFacts>;
  /** @throws ChainUnavailable */
  getWallet(address: string): Promise<WalletHoldings>;
  /**
   * The token movements of one finalized, successful transaction; null where there is none of this signature.
   * @throws ChainUnavailable
   */
  getTokenTransfers(signature: string): Promise<TokenTransfers | null>;
}
