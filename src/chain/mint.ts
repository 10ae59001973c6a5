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
