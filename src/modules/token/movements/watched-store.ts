import type { RowOf } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { watchedAccounts } from "../../../db/tables/movements.ts";

export type WatchedAccount = Pick<RowOf<typeof watchedAccounts>, "account" | "owner" | "reason">;

/** Reading an account's history costs a request per minute and address, so the number is limited. */
const MOST_WATCHED = 2_000;

/** All watched accounts, ordered by address. */
export function listWatched(sql: Sql, tokenId: number): WatchedAccount[] {
  return sql.all<WatchedAccount>(
    "SELECT account, owner, reason FROM watched_accounts WHERE token_id = ? ORDER BY account",
    tokenId,
  );
}

/** Starts watching accounts, those of wallets first; watched accounts stay watched. */
export function watchAccounts(tx: Tx, tokenId: number, accounts: readonly WatchedAccount[]): void {
  let watched =
    tx.get<{ count: number }>("SELECT count(*) AS count FROM watched_accounts WHERE token_id = ?", tokenId)
      ?.count ?? 0;
  for (const { account, owner, reason } of accounts) {
    const changed = tx.run(
      `UPDATE watched_accounts SET owner = ?3, reason = ?4 WHERE token_id = ?1 AND account = ?2`,
      tokenId,
      account,
      owner,
      reason,
    ).changes;
    if (changed > 0 || (watched >= MOST_WATCHED && reason === "holder")) continue;
    tx.run(
      "INSERT INTO watched_accounts (token_id, account, owner, reason, since) VALUES (?, ?, ?, ?, ?)",
      tokenId,
      account,
      owner,
      reason,
      tx.now,
    );
    watched++;
  }
}
