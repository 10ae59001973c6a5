import type { AccountChange, AuthorityChange, SupplyChange } from "../../../../../chain/transactions.ts";

export type { AccountChange, AuthorityChange, SupplyChange };

/** Effect of a transaction on an owner, over all of the owner's accounts. */
export interface OwnerChange {
  owner: string;
  /** Change of the balance in base units. */
  delta: bigint;
  /** Balance before the transaction in base units, over all known accounts. */
  held: bigint;
}

export interface AuditTransaction {
  signature: string;
  slot: number;
  /** Unix milliseconds; null if the chain does not give it. */
  blockTime: number | null;
  /** `blockTime`, or the time of the nearest earlier slot that has one. */
  at: number;
  changes: readonly AccountChange[];
  /** Sorted by owner. */
  owners: readonly OwnerChange[];
  supplyChanges: readonly SupplyChange[];
  authorityChanges: readonly AuthorityChange[];
  /** Token-2022: the amount of each transfer and the total fee withheld; null if unknown. */
  fee: { transfers: readonly bigint[]; withheld: bigint } | null;
  /** The conversion or claim paid by the transaction; null for none. */
  settles: { kind: string; id: string | number } | null;
}

/** Mapping of slots to epochs. Before the first normal epoch, each epoch is twice as long as the one before. */
export interface EpochSchedule {
  slotsPerEpoch: number;
  firstNormalEpoch: number;
  firstNormalSlot: number;
}

/** A fee of Token-2022's transferFeeConfig, in force from `epoch` on. */
export interface TransferFee {
  epoch: number;
  maximum: bigint;
  basisPoints: number;
}

/** A reading of the powers over the token. */
export interface PowerReading {
  slot: number;
  /** The last slot at which the powers were read unchanged. */
  lastSlot: number;
  powers: Readonly<Record<string, { authority: string | null; allows: string; is_active: boolean }>>;
  transferFee: {
    older: TransferFee;
    newer: TransferFee;
    /** Null if the chain did not give it: then the fee is unknown at every slot. */
    epochs: EpochSchedule | null;
  } | null;
}

export interface FailedMinute {
  /** Start of the minute in Unix milliseconds. */
  minute: number;
  count: number;
  firstSlot: number;
}

/** The largest owners in a day's last holder scan, largest first. */
export interface TopOwners {
  day: string;
  slot: number;
  owners: readonly { owner: string; amount: bigint }[];
}

export type WalletList = "treasury" | "reserve" | "lp" | "burn";

/** Input of the detectors besides the window's transactions. */
export interface Figures {
  /** The window [from, to) in Unix milliseconds. */
  from: number;
  to: number;
  decimals: number;
  /** Supply on the window's last day, otherwise the last known one; base units. */
  supply: bigint;
  wallets: Readonly<Record<WalletList, ReadonlySet<string>>>;
  /** An address, `none` for no authority, null without an expectation. */
  expectedMintAuthority: string | null;
  /** Last known balance of each watched account before the window in base units; null if unknown. */
  lastPosts: ReadonlyMap<string, bigint | null>;
  /**
   * Owners of watched accounts. `knownSince`: start of the complete history of all their accounts (-Infinity: from the
   * beginning); `lastMovedAt`: their last movement before the window. Unix milliseconds.
   */
  watchedOwners: ReadonlyMap<string, { knownSince: number; lastMovedAt: number | null }>;
  /** Readings in the window and the last one before it, oldest first. */
  readings: readonly PowerReading[];
  /** SetAuthority instructions between the last reading before the window and the window's start. */
  earlierAuthorityChanges: readonly { power: string; slot: number }[];
  /** Oldest first. */
  failedMinutes: readonly FailedMinute[];
  /** The window's last day and the day before the window; null without a complete scan. */
  lastDay: TopOwners | null;
  dayBefore: TopOwners | null;
}
