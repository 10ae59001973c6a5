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
