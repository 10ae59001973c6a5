import type { Database } from "../../db/database.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { CodeVault } from "./claims/index.ts";
import { findPaidFor } from "./settlements/index.ts";
import { readLiabilities } from "./solvency/index.ts";

export interface LedgerServices {
  /** Codes of donation claims. */
  claimCodes: CodeVault;
  /** The conversion or claim that a transaction paid, as `conversion:7`; null if none. */
  paidFor: (signature: string) => string | null;
  readLiabilities: () => ReturnType<typeof readLiabilities>;
}

export function openLedger({ live, keyring }: { live: Database; keyring: Keyring }): LedgerServices {
  return {
    claimCodes: new CodeVault(keyring),
    paidFor: (signature) => findPaidFor(live.read, signature),
    readLiabilities: () => readLiabilities(live.read),
  };
}
