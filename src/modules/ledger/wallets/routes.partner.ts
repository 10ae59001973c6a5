import type { Tx } from "../../../db/sql.ts";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { CHAIN_ERRORS } from "../../platform/chain-access/index.ts";
import { listWallets, requireUser, USER_ERRORS, UserPath, type UserRow, walletView } from "../users/index.ts";
import { WALLET_ERRORS } from "./errors.ts";
import { issueChallenge } from "./issue-challenge.ts";
import { linkWallet } from "./link-wallet.ts";
import {
  Challenge,
  ChallengeBody,
  Holdings,
  LinkedWallet,
  LinkWalletBody,
  UnlinkedWallet,
  UserWalletPath,
  Verification,
  WalletList,
  WalletPath,
  WalletsQuery,
} from "./model.ts";
import { type HoldingsSource, readHoldings, readVerification, readWallets } from "./read.ts";
import { unlinkWallet } from "./unlink-wallet.ts";

const EXAMPLE_WALLET = "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG";

/** @param chain null if none is configured: wallet-info then answers 503. */
export function walletRoutes(chain: HoldingsSource | null): Operation[] {
  return [...linkRoutes(), challengeRoute(), ...readRoutes(chain)];
}

function linkRoutes(): Operation[] {
  return [
    writeOperation({
      id: "linkWallet",
      method: "POST",
      path: "/api/partner/users/{user_id}/wallets",
      group: "wallets",
      summary: "Link a wallet to a user, or change its link",
      outcome: "The wallet is linked to the user, or its link was changed.",
      description:
        "Linking the same address again changes label and flags and, with a proof, the verification. A proof also takes an address over from another of your users who never proved it.",
      access: partner("users"),
      status: 201,
      params: UserPath,
      body: LinkWalletBody,
      response: LinkedWallet,
      errors: [USER_ERRORS.user_not_found, WALLET_ERRORS.wallet_taken, "state_conflict"],
      example: { blockchain: "solana", wallet_address: EXAMPLE_WALLET, label: "main" },
      write: (tx, { actor, params, body }) => {
        const user = requireUser(tx, actor.partnerId, params.user_id);
        const wallet = linkWallet(tx, { partnerId: actor.partnerId, user }, body);
        return { wallet: walletView(wallet), wallets: walletsOf(tx, user) };
      },
    }),
    writeOperation({
      id: "unlinkWallet",
      method: "DELETE",
      path: "/api/partner/users/{user_id}/wallets/{wallet_address}",
      group: "wallets",
      summary: "Unlink a wallet from a user",
      outcome: "The wallet was unlinked from the user.",
      description: "If the primary wallet is unlinked, the oldest remaining one becomes primary.",
      access: partner("users"),
      params: UserWalletPath,
      response: UnlinkedWallet,
      errors: [USER_ERRORS.user_not_found, WALLET_ERRORS.wallet_not_found],
      write: (tx, { actor, params }) => {
        const user = requireUser(tx, actor.partnerId, params.user_id);
        unlinkWallet(tx, { partnerId: actor.partnerId, user }, params.wallet_address);
        return { deleted: true, wallet_address: params.wallet_address, wallets: walletsOf(tx, user) };
      },
    }),
  ];
}

function challengeRoute(): Operation {
  return writeOperation({
    id: "issueWalletChallenge",
    method: "POST",
    path: "/api/partner/users/{user_id}/wallets/challenge",
    group: "wallets",
    summary: "Get a text for the user's wallet to sign",
    description:
      "Valid for five minutes, one use and five wrong attempts. Have the wallet sign the text unchanged, then link the wallet with the proof.",
    access: partner("users"),
    status: 201,
    params: UserPath,
    body: ChallengeBody,
    response: Challenge,
    errors: [USER_ERRORS.user_not_found, "state_conflict"],
    example: { wallet_address: EXAMPLE_WALLET },
    write: (tx, { actor, params, body, baseUrl }) =>
      issueChallenge(
        tx,
        { partner: actor.partner, partnerId: actor.partnerId, domains: actor.key.domains },
        { user: requireUser(tx, actor.partnerId, params.user_id), body, baseUrl },
      ),
  });
}

function readRoutes(chain: HoldingsSource | null): Operation[] {
  return [
    readOperation({
      id: "listWallets",
      method: "GET",
      path: "/api/partner/users/{user_id}/wallets",
      group: "wallets",
      summary: "List a user's wallets",
      outcome: "The wallets linked to the user, newest first.",
      access: partner("read"),
      params: UserPath,
      query: WalletsQuery,
      response: WalletList,
      errors: [USER_ERRORS.user_not_found],
      read: ({ db, actor, params, query }) =>
        readWallets(db.read, requireUser(db.read, actor.partnerId, params.user_id), query),
    }),
    readOperation({
      id: "getWalletVerification",
      method: "GET",
      path: "/api/partner/wallet-verification/{wallet_address}",
      group: "wallets",
      summary: "Read a wallet's user and the age of its proof",
      access: partner("read"),
      params: WalletPath,
      response: Verification,
      read: ({ db, actor, params, now }) =>
        readVerification(db.read, { partnerId: actor.partnerId, address: params.wallet_address }, now),
    }),
    readOperation({
      id: "getWalletInfo",
      method: "GET",
      path: "/api/partner/wallet-info/{wallet_address}",
      group: "wallets",
      summary: "Read a wallet's on-chain holdings",
      access: partner("read"),
      params: WalletPath,
      response: Holdings,
      errors: [CHAIN_ERRORS.rpc_unavailable],
      read: ({ params }) => readHoldings(chain, params.wallet_address),
    }),
  ];
}

function walletsOf(tx: Tx, user: UserRow) {
  return listWallets(tx, [user.id]).map(walletView);
}
