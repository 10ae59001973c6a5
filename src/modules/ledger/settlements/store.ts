import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { settlementSignatures } from "../../../db/tables/ledger.ts";

/** The conversion or claim that a signature settled, such as `conversion:7`; null while it is unused. */
export function findPaidFor(sql: Sql, signature: string): string | null {
  return (
    sql.get<Pick<RowOf<typeof settlementSignatures>, "pays_for">>(
      "SELECT pays_for FROM settlement_signatures WHERE signature = ?",
      signature,
    )?.pays_for ?? null
  );
}

export function insertSignature(tx: Tx, signature: string, paysFor: string): void {
  tx.run(
    "INSERT INTO settlement_signatures (signature, pays_for, settled_at) VALUES (?, ?, ?)",
    signature,
    paysFor,
    tx.now,
  );
}
