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
