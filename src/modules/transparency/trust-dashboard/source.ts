import type { Database } from "../../../db/database.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import type { ReadLiabilities } from "../proofs/index.ts";
import type { SignedLog } from "../signed-log/index.ts";
import type { TrustFacts } from "./facts.ts";

/** Dependencies of the trust dashboard. */
export interface TrustSource {
  live: Database;
  log: SignedLog;
  /** Null if no chain is configured; controls that need one are then unknown. */
  token: TrackedToken | null;
  /** False for points only: controls that need a chain are left out. */
  usesChain: boolean;
  readLiabilities: ReadLiabilities;
  /** Unix milliseconds. */
  startedAt: number;
  facts: TrustFacts;
  /** Share in per cent above which a single owner warns. */
  ownerShareWarnPct: number;
}

/** What the process has of these. */
export interface TrustParts extends Omit<TrustSource, "log" | "facts" | "usesChain" | "ownerShareWarnPct"> {
  config: Pick<TrustSource, "usesChain" | "ownerShareWarnPct">;
  signedLog: SignedLog;
  trustFacts: TrustFacts;
}

export function toTrustSource(parts: TrustParts): TrustSource {
  const { live, readLiabilities, signedLog: log, startedAt, token, trustFacts: facts } = parts;
  const { ownerShareWarnPct, usesChain } = parts.config;
  return { live, log, token, usesChain, readLiabilities, startedAt, facts, ownerShareWarnPct };
}
