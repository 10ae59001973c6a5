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

/** A check of all entries. It sees each entry once, in order of ids. */
export interface EntryCheck {
  see(entry: ScannedEntry): void;
  end(): Finding;
}
