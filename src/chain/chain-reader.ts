/** The chain cannot be read now: unreachable, over its limits, or its answers disagree. */
export class ChainUnavailable extends Error {
  /** Stored with the attempt and published; a provider's own text never is. */
  readonly code: ChainErrorCode = "rpc_unavailable";
}

export type ChainErrorCode = "rpc_unavailable" | "rpc_disagreement" | "wrong_mint" | "scan_incomplete";

/** Fewer addresses than the quorum agree, after each was asked again. */
export class ChainDisagreement extends ChainUnavailable {
  override readonly code = "rpc_disagreement";

  constructor(readonly disagreements: readonly FieldDisagreement[]) {
    super(`RPC addresses disagree on ${disagreements.map(({ field }) => field).join(", ")}`);
  }
}

/** Addresses answered, but too few of them have the requested data. */
export class NotThere extends ChainUnavailable {
  /** @param isProved whether a quorum says that it does not exist */
  constructor(
    have: number,
    readonly isProved: boolean,
  ) {
    super(`${have} RPC addresses have this transaction, fewer than must agree`);
  }
}

/** The mint's address holds no mint of a token program. */
export class WrongMint extends ChainUnavailable {
  override readonly code = "wrong_mint";
}

/** The accounts found by a scan do not add up to the supply. */
export class ScanIncomplete extends ChainUnavailable {
  override readonly code = "scan_incomplete";
}

/** Different values from different addresses for one field. */
export interface FieldDisagreement {
  field: string;
  values: { host: string; slot: number | null; value: string }[];
}

/**
 * The source of an answer: the embedded demo chain, or a real one over RPC. Shown as `chain_mode` in every such
 * answer.
 */
export const CHAIN_MODES = ["demo", "rpc"] as const;
export type ChainMode = (typeof CHAIN_MODES)[number];

/** A value on which enough addresses agreed. */
export interface Proved<Value> {
  value: Value;
  /** Finalized; the oldest slot at which it was read. */
  slot: bigint;
  /** Scheme and host of the addresses that agreed; empty for the demo chain. */
  hosts: readonly string[];
  /** Values of the other addresses, after each was asked again. */
  disagreements: readonly FieldDisagreement[];
}

export interface MintFacts {
  /** Base58. */
  address: string;
  decimals: number;
  /** Base units. */
  supply: bigint;
  slot: bigint;
}

/** A power over the token that a Token-2022 extension grants. */
export interface ExtensionPower {
  extension: string;
  authority: string | null;
  allows: string;
  isActive: boolean;
}

/** The content of the mint's account. */
export interface MintState {
  program: "spl-token" | "token-2022";
  decimals: number;
  /** Base units. */
  supply: bigint;
  mintAuthority: string | null;
  freezeAuthority: string | null;
  powers: readonly ExtensionPower[];
  unknownExtensions: readonly string[];
  /** Transfer fees withheld by the mint's account, base units. */
  withheld: bigint;
  /** Token-2022's transferFeeConfig: the fee before the newer one's epoch, and the fee from it on. */
  transferFee: { older: TransferFee; newer: TransferFee } | null;
}

export interface TransferFee {
  /** The first epoch in which it applies. */
  epoch: bigint;
  /** Base units. */
  maximum: bigint;
  basisPoints: number;
}

/**
 * The division of a chain's slots into epochs; before the first normal one each epoch is twice as long as the
 * previous one.
 */
export interface EpochSchedule {
  slotsPerEpoch: number;
  firstNormalEpoch: number;
  firstNormalSlot: number;
}

/** Supply and the project's wallets, of one slot if they fit into one request (99 accounts). */
export interface SupplySnapshot {
  decimals: number;
  supply: bigint;
  /** Base units by wallet, over all its accounts. */
  balances: ReadonlyMap<string, bigint>;
}

export interface HolderCounts {
  tokenAccounts: number;
  nonZeroAccounts: number;
  uniqueOwners: number;
}

/** Distribution of holdings over owners: shares as percentages. */
export interface Concentration {
  owners: number;
  /** Shares of the first 1, 5, 10, 50 and 100 owners, in this order. */
  topShares: readonly number[];
  gini: number | null;
  hhi: number | null;
  nakamoto: number | null;
}

/** Totals over every account of the token. Base units. */
export interface HolderScan {
  decimals: number;
  supply: bigint;
  accountsSum: bigint;
  withheld: bigint;
  counts: HolderCounts;
  /** The same without the named wallets. */
  excluding: HolderCounts;
  /** At most 100, largest first. */
  top: readonly { owner: string; amount: bigint }[];
  /**
   * Owners by whole tokens: under 1, under 10, … each limit ten times the previous one; the last bucket has no limit.
   */
  buckets: readonly { owners: number; amount: bigint }[];
  concentration: Concentration;
  concentrationExcluding: Concentration;
  /** Accounts of the first owners and of named wallets, and requested ones; closed accounts are missing. */
  accounts: readonly HeldAccount[];
}

export interface HeldAccount {
  account: string;
  owner: string;
  amount: bigint;
}

/** Figures that a scan returns in addition to the totals. */
export interface ScanQuery {
  /** Wallets to exclude in a second count of holders. */
  wallets: readonly string[];
  /** Token accounts whose amounts are requested. */
  watched: readonly string[];
}

export interface WalletHoldings {
  address: string;
  lamports: bigint;
  /** Base units of the mint, over all the wallet's token accounts. */
  tokenAmount: bigint;
  tokenDecimals: number;
  /** Null if no liquidity-pool mint is configured. */
  lpMint: string | null;
  lpAmount: bigint;
  lpDecimals: number;
  slot: bigint;
}

/** In place of a mint: SOL itself. */
export const NATIVE_MINT = "SOL";

export interface TokenTransfer {
  mint: string;
  /** Owners' addresses, not token accounts; null for minting or burning. */
  from: string | null;
  to: string | null;
  /** Base units received. */
  amount: bigint;
}

export interface TokenTransfers {
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number;
  transfers: readonly TokenTransfer[];
  /** Decimals of the mints in the transaction. */
  decimals?: Readonly<Record<string, number>>;
}

export interface SignatureInfo {
  signature: string;
  slot: bigint;
  /** Unix milliseconds; null if the chain does not give it. */
  blockTime: number | null;
  failed: boolean;
}

/** A page of an address's history, newest first. */
export interface SignaturePage {
  signatures: readonly SignatureInfo[];
  /** Whether there is nothing older in the requested range. */
  isLast: boolean;
}

export interface SignatureQuery {
  /** Only transactions older than this; null from the newest. */
  before: string | null;
  /** Only transactions newer than this; null down to the beginning. */
  until: string | null;
  /** Ignores later slots, which lagging addresses do not know yet. */
  throughSlot: bigint;
}

/** Movements of the mint in one transaction. */
export interface TokenMovement {
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number | null;
  /** Base units received, or burned if negative. */
  delta: bigint;
  /** Token accounts of the mint that it changed, by address. */
  changes: readonly AccountChange[];
  /** MintTo and Burn of the mint, including inner instructions. */
  supplyChanges: readonly SupplyChange[];
  /** SetAuthority on the mint, including inner instructions. */
  authorityChanges: readonly AuthorityChange[];
  /** Token-2022: the amount each transfer took from its sender, and the total withheld; null if unknown. */
  fee: { transfers: readonly bigint[]; withheld: bigint } | null;
}

/** Base units; an owner is null if the account did not exist. */
export interface AccountChange {
  account: string;
  ownerPre: string | null;
  ownerPost: string | null;
  pre: bigint;
  post: bigint;
}

export interface SupplyChange {
  kind: "mint" | "burn";
  account: string;
  /** The account's owner; null if the chain does not give it. */
  owner: string | null;
  /** The mint authority, or the owner or delegate of the burned tokens. */
  authority: string | null;
  amount: bigint;
}

export interface AuthorityChange {
  /** mint_authority, freeze_authority, or the extension's name. */
  power: string;
  previous: string | null;
  /** Null if permanently given up. */
  current: string | null;
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
  getMintState(minSlot: bigint): Promise<Proved<MintState>>;
  getSupply(wallets: readonly string[], minSlot: bigint): Promise<Proved<SupplySnapshot>>;
  /** Number of owners with tokens among the largest accounts; null if addresses refuse to answer. */
  countLargestOwners(minSlot: bigint): Promise<number | null>;
  /** Reads every account of the token. @throws ScanIncomplete if they do not add up to the supply */
  scanHolders(query: ScanQuery, minSlot: bigint, signal: AbortSignal): Promise<Proved<HolderScan>>;
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
  getSlot(): Promise<Proved<null>>;
  listSignatures(address: string, query: SignatureQuery): Promise<SignaturePage>;
  /** Null if no finalized, successful transaction has the signature, or too few addresses have it. */
  getMovement(signature: string): Promise<TokenMovement | null>;
  /** State of each RPC address when it was last used; empty for the demo chain. */
  health(): AddressHealth[];
  /** Useful number of concurrent requests for transactions. */
  readonly concurrency: number;
}
