/** The chain cannot be read now: unreachable, over its limits, or its answers disagree. */
export class ChainUnavailable extends Error {
  /** Kept with the attempt and published; a provider's own words never are. */
  readonly code: ChainErrorCode = "rpc_unavailable";
}

export type ChainErrorCode = "rpc_unavailable" | "rpc_disagreement" | "wrong_mint" | "scan_incomplete";

/** Fewer addresses than the quorum agree, each asked again. */
export class ChainDisagreement extends ChainUnavailable {
  override readonly code = "rpc_disagreement";

  constructor(readonly disagreements: readonly FieldDisagreement[]) {
    super(`RPC addresses disagree on ${disagreements.map(({ field }) => field).join(", ")}`);
  }
}

/** Addresses answered, and too few of them have what was asked for. */
export class NotThere extends ChainUnavailable {
  /** @param isProved whether as many as must agree say that they do not have it */
  constructor(
    have: number,
    readonly isProved: boolean,
  ) {
    super(`${have} RPC addresses have this transaction, which is fewer than must agree`);
  }
}

/** At the mint's address is no mint of a token program. */
export class WrongMint extends ChainUnavailable {
  override readonly code = "wrong_mint";
}

/** The accounts that a scan found do not hold all that there is. */
export class ScanIncomplete extends ChainUnavailable {
  override readonly code = "scan_incomplete";
}

/** What addresses gave different values for. */
export interface FieldDisagreement {
  field: string;
  values: { host: string; slot: number | null; value: string }[];
}

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

export interface MintFacts {
  /** Base58. */
  address: string;
  decimals: number;
  /** Base units. */
  supply: bigint;
  slot: bigint;
}

/** A power that a Token-2022 extension gives over the token. */
export interface ExtensionPower {
  extension: string;
  authority: string | null;
  allows: string;
  isActive: boolean;
}

/** All that the mint's account says. */
export interface MintState {
  program: "spl-token" | "token-2022";
  decimals: number;
  /** Base units. */
  supply: bigint;
  mintAuthority: string | null;
  freezeAuthority: string | null;
  powers: readonly ExtensionPower[];
  unknownExtensions: readonly string[];
  /** Transfer fees that the mint's account holds back, base units. */
  withheld: bigint;
  /** Token-2022's transferFeeConfig: the fee in force before the newer one's epoch, and from it on. */
  transferFee: { older: TransferFee; newer: TransferFee } | null;
}

export interface TransferFee {
  /** From which it is in force. */
  epoch: bigint;
  /** Base units. */
  maximum: bigint;
  basisPoints: number;
}

/** How a chain's slots fall into epochs; before the first normal one each is twice as long as the one before. */
export interface EpochSchedule {
  slotsPerEpoch: number;
  firstNormalEpoch: number;
  firstNormalSlot: number;
}

/** Supply and the project's wallets, of one slot where they fit into one request (99 accounts). */
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
  /** What the first 1, 5, 10, 50 and 100 owners hold, in this order. */
  topShares: readonly number[];
  gini: number | null;
  hhi: number | null;
  nakamoto: number | null;
}

/** Every account of the token, added up. Base units. */
export interface HolderScan {
  decimals: number;
  supply: bigint;
  accountsSum: bigint;
  withheld: bigint;
  counts: HolderCounts;
  /** The same without the wallets that were named. */
  excluding: HolderCounts;
  /** At most 100, largest first. */
  top: readonly { owner: string; amount: bigint }[];
  /** Owners by whole tokens: under 1, under 10, … each ten times the one before; the last has no end. */
  buckets: readonly { owners: number; amount: bigint }[];
  concentration: Concentration;
  concentrationExcluding: Concentration;
  /** Accounts of the first owners and of named wallets, and those that were asked for; what is closed is not there. */
  accounts: readonly HeldAccount[];
}

export interface HeldAccount {
  account: string;
  owner: string;
  amount: bigint;
}

/** Figures that a scan returns in addition to the totals. */
export interface ScanQuery {
  /** Wallets that holders are also counted without. */
  wallets: readonly string[];
  /** Token accounts whose amounts are wanted. */
  watched: readonly string[];
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

/** Stands for SOL itself where a mint is asked for. */
export const NATIVE_MINT = "SOL";

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
  /** Decimals of the mints that the transaction names. */
  decimals?: Readonly<Record<string, number>>;
}

export interface SignatureInfo {
  signature: string;
  slot: bigint;
  /** Unix milliseconds; null where the chain does not say. */
  blockTime: number | null;
  failed: boolean;
}

/** A page of an address's history, newest first. */
export interface SignaturePage {
  signatures: readonly SignatureInfo[];
  /** Whether there is nothing older in the asked stretch. */
  isLast: boolean;
}

export interface SignatureQuery {
  /** Only what is older than this; null from the newest. */
  before: string | null;
  /** Only what is newer than this; null down to the beginning. */
  until: string | null;
  /** Ignores later slots, which lagging addresses do not know yet. */
  throughSlot: bigint;
}

/** What one transaction moved of the mint. */
export interface TokenMovement {
  slot: bigint;
  /** Unix milliseconds. */
  blockTime: number | null;
  /** Base units: what arrived, or negative what was burned. */
  delta: bigint;
  /** Token accounts of the mint that it changed, by address. */
  changes: readonly AccountChange[];
  /** MintTo and Burn of the mint, inner instructions included. */
  supplyChanges: readonly SupplyChange[];
  /** SetAuthority on the mint, inner instructions included. */
  authorityChanges: readonly AuthorityChange[];
  /** Token-2022: what each transfer took from its sender, and what was withheld in all; null where that cannot be told. */
  fee: { transfers: readonly bigint[]; withheld: bigint } | null;
}

/** Base units; an owner is null where the account did not exist. */
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
  /** The account's; null where the chain does not say. */
  owner: string | null;
  /** The mint authority, or owner or delegate of what was burned. */
  authority: string | null;
  amount: bigint;
}

export interface AuthorityChange {
  /** mint_authority, freeze_authority, or the extension's name. */
  power: string;
  previous: string | null;
  /** Null: given up for good. */
  current: string | null;
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
