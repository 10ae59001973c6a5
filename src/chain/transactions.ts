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
