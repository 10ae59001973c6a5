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
