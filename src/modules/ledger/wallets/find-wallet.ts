import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { findPrimaryWallet, type UserRow, type WalletRow } from "../users/index.ts";
import { WALLET_ERRORS } from "./errors.ts";
import { classifyFreshness, REVERIFY_DAYS } from "./rules.ts";
import { findLink } from "./store.ts";

/** The user's link to this address. @throws Problem wallet_not_found */
export function requireLink(sql: Sql, user: Pick<UserRow, "id">, address: string): WalletRow {
  const link = findLink(sql, user.id, address);
  if (link !== null) return link;
  throw new Problem(WALLET_ERRORS.wallet_not_found, "Check wallet_address: this user has no link to it.");
}

interface Payable {
  /** The named address; the user's primary wallet if unset. */
  address: string | undefined;
  /** Unix milliseconds. */
  now: number;
}

/**
 * The payable address: the named one, otherwise the user's primary wallet, proved within REVERIFY_DAYS.
 * @throws Problem wallet_not_found if the named address is not the user's; state_conflict if the wallet is unverified
 *   or its proof is stale, or if no address is named and the user has none.
 */
export function requireFreshWallet(sql: Sql, user: UserRow, { address, now }: Payable): string {
  const link = address === undefined ? findPrimaryWallet(sql, user.id) : requireLink(sql, user, address);
  if (link === null)
    throw new Problem("state_conflict", "Link and verify a wallet first: this user has none.");
  const freshness = classifyFreshness(link.verified_at, now);
  if (freshness === "never") {
    throw new Problem("state_conflict", `Verify ${link.wallet_address} first: link it again with a proof.`);
  }
  if (freshness === "stale") {
    throw new Problem(
      "state_conflict",
      `Verify ${link.wallet_address} again: its proof is over ${REVERIFY_DAYS} days old.`,
    );
  }
  return link.wallet_address;
}
