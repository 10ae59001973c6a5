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
