import type { RowOf } from "../../../db/row.ts";
import type { ledgerEntries } from "../../../db/tables/ledger.ts";
import type { Finding } from "../../platform/invariants/index.ts";

/** An entry, with the kind that the monthly sums have it under. */
export interface ScannedEntry
  extends Pick<
    RowOf<typeof ledgerEntries>,
    "id" | "partner_id" | "user_id" | "delta" | "balance_after" | "reason" | "created_at"
  > {
  kind: string;
}

/** What is compared with the entries: it sees each once, in the order of their ids. */
export interface EntryCheck {
  see(entry: ScannedEntry): void;
  end(): Finding;
}
