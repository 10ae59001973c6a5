import type { AccountChange, AuthorityChange, SupplyChange } from "../../../../../chain/transactions.ts";

export type { AccountChange, AuthorityChange, SupplyChange };

/** What a transaction did to an owner, over all their accounts. */
export interface OwnerChange {
  owner: string;
  /** Base units that the owner has more, or less. */
  delta: bigint;
  /** What the owner held before, over every account that is known. */
  held: bigint;
}

export interface AuditTransaction {
  signature: string;
  slot: number;
  /** Unix milliseconds; null if the chain does not give it. */
  blockTime: number | null;
  /** The same, or the time of the nearest earlier slot that has one. */
  at: number;
  changes: readonly AccountChange[];
  /** By owner. */
  owners: readonly OwnerChange[];
  supplyChanges: readonly SupplyChange[];
  authorityChanges: readonly AuthorityChange[];
  /** Token-2022: what each transfer took, and what was withheld in all; null where that cannot be told. */
  fee: { transfers: readonly bigint[]; withheld: bigint } | null;
  /** The conversion or claim that it paid; null for none. */
  settles: { kind: string; id: string | number } | null;
}

/** How slots fall into epochs; before the first normal one each is twice as long as the one before. */
export interface EpochSchedule {
  slotsPerEpoch: number;
  firstNormalEpoch: number;
  firstNormalSlot: number;
}

/** A fee of Token-2022's transferFeeConfig, in force from its epoch on. */
export interface TransferFee {
  epoch: number;
  maximum: bigint;
  basisPoints: number;
}

/** A reading of the powers over the token. */
export interface PowerReading {
  slot: number;
  /** The last slot at which they were read like this. */
  lastSlot: number;
  powers: Readonly<Record<string, { authority: string | null; allows: string; is_active: boolean }>>;
  transferFee: {
    older: TransferFee;
    newer: TransferFee;
    /** Null where the chain did not say: then no slot's fee is known. */
    epochs: EpochSchedule | null;
  } | null;
}

export interface FailedMinute {
  /** Unix milliseconds of its beginning. */
  minute: number;
  count: number;
  firstSlot: number;
}

/** The first owners of a day's last scan, largest first. */
export interface TopOwners {
  day: string;
  slot: number;
  owners: readonly { owner: string; amount: bigint }[];
}

export type WalletList = "treasury" | "reserve" | "lp" | "burn";

/** Everything that a detector knows beside the window's transactions. */
export interface Figures {
  /** Unix milliseconds: the window [from, to). */
  from: number;
  to: number;
  decimals: number;
  /** Base units: of the window's last day, else the last known. */
  supply: bigint;
  wallets: Readonly<Record<WalletList, ReadonlySet<string>>>;
  /** An address, `none` for nobody, null where nothing is expected. */
  expectedMintAuthority: string | null;
  /** Watched accounts with their last known post before the window; null where none is known. */
  lastPosts: ReadonlyMap<string, bigint | null>;
  /**
   * Owners of watched accounts: since when the histories of all their accounts are known (Unix milliseconds, -Infinity
   * from the beginning), and when they last moved before the window.
   */
  watchedOwners: ReadonlyMap<string, { knownSince: number; lastMovedAt: number | null }>;
  /** Oldest first, the last before the window included. */
  readings: readonly PowerReading[];
  /** SetAuthority before the window that a reading in it may be the first to show, by power and slot. */
  earlierAuthorityChanges: readonly { power: string; slot: number }[];
  /** In their order. */
  failedMinutes: readonly FailedMinute[];
  /** Of the window's last day and of the day before the window; null where no scan was complete. */
  lastDay: TopOwners | null;
  dayBefore: TopOwners | null;
}
