import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { indexUser } from "../user-search/index.ts";
import { listWallets, type ProofFormat, type WalletRow } from "../users/index.ts";
import { emitChanges, type WalletOwner } from "./emit-changes.ts";
import { WALLET_ERRORS } from "./errors.ts";
import { requireLink } from "./find-wallet.ts";
import type { LinkWalletBody } from "./model.ts";
import { proveOwnership } from "./prove-ownership.ts";
import { settlePrimary } from "./settle-primary.ts";
import { findLinkOfPartner, insertLink, updateLink } from "./store.ts";
import { removeLink } from "./unlink-wallet.ts";

const MAX_WALLETS = 20;

type Body = Static<typeof LinkWalletBody>;

/**
 * Links an address to a user, or changes the existing link: label, flags and, with a proof, the verification. A proof
 * also takes an address over from a user who never proved it.
 * @throws Problem invalid_payload for an invalid proof; wallet_taken; state_conflict past 20 wallets.
 */
export function linkWallet(tx: Tx, owner: WalletOwner, body: Body): WalletRow {
  const { partnerId, user } = owner;
  const { wallet_address, proof } = body;
  const format = proof === undefined ? null : proveOwnership(tx, owner, { address: wallet_address, proof });
  const holder = findLinkOfPartner(tx, partnerId, wallet_address);
  if (holder !== null && holder.user_id !== user.id) {
    if (format === null || holder.verified_at !== null) throw walletTaken(format !== null);
    const other = { id: holder.user_id, external_id: holder.external_id };
    removeLink(tx, { partnerId, user: other }, holder);
  }
  const before = listWallets(tx, [user.id]);
  const own = before.find((wallet) => wallet.wallet_address === wallet_address);
  if (own === undefined) {
    requireRoom(before.length);
    addLink(tx, { partnerId, userId: user.id, body, format });
  } else changeLink(tx, own, { body, format });
  settlePrimary(tx, user.id, { address: wallet_address, asked: flag(body.is_primary) });
  if (own === undefined) indexUser(tx, partnerId, user.id);
  emitChanges(tx, owner, before);
  return requireLink(tx, user, wallet_address);
}

function walletTaken(withProof: boolean): Problem {
  return new Problem(
    WALLET_ERRORS.wallet_taken,
    withProof
      ? "Unlink the address from its user first: another user of yours proved it too."
      : "Send a proof of ownership, or unlink the address first: another user of yours has it.",
  );
}

/** @param count wallets that the user has. @throws Problem state_conflict */
function requireRoom(count: number): void {
  if (count >= MAX_WALLETS)
    throw new Problem("state_conflict", `Unlink a wallet first: a user may have ${MAX_WALLETS}.`);
}

interface LinkInput {
  body: Body;
  /** The signed form of a valid proof; null without one. */
  format: ProofFormat | null;
}

function addLink(
  tx: Tx,
  { partnerId, userId, body, format }: LinkInput & { partnerId: number; userId: number },
): void {
  insertLink(tx, partnerId, {
    user_id: userId,
    blockchain: body.blockchain,
    wallet_address: body.wallet_address,
    label: body.label ?? null,
    is_hidden: flag(body.is_hidden) ?? 0,
    verified_at: format === null ? null : tx.now,
    proof_format: format,
    created_at: tx.now,
  });
}

function changeLink(tx: Tx, own: WalletRow, { body, format }: LinkInput): void {
  updateLink(tx, own.id, {
    label: body.label === undefined ? own.label : body.label,
    is_hidden: flag(body.is_hidden) ?? own.is_hidden,
    verified_at: format === null ? own.verified_at : tx.now,
    proof_format: format ?? own.proof_format,
  });
}

/** A flag of a body in its stored form; null if not given. */
function flag(value: boolean | undefined): 0 | 1 | null {
  return value === undefined ? null : value ? 1 : 0;
}
