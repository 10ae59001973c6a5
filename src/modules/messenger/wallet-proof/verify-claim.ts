import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { RefuseButKeep } from "../../../db/write-errors.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { Described, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { type ClaimRow, type CodeVault, findByCode, takeClaim } from "../../ledger/claims/index.ts";
import { listWallets, Wallet, type WalletRow, walletView } from "../../ledger/users/index.ts";
import { findChallenge, linkWallet } from "../../ledger/wallets/index.ts";
import { BALANCE_FIELDS, balancesNow } from "../balances/index.ts";
import { ensurePlayer, type Player, type PlayerCaller, requireActivePlayer } from "../players/index.ts";
import { recordProgress } from "../progress/index.ts";

export const WalletClaimAnswer = Type.Object({
  wallet: Described(Wallet, "The linked wallet as stored now."),
  wallets: Type.Array(Wallet, { description: "All of the player's wallets, oldest first." }),
  claim: Nullable(
    Type.Object({
      claim_id: Type.Integer({ description: "Id of the donation claim." }),
      status: OneOf(["issued", "claimed", "redeemed", "expired", "cancelled"], {
        description: "State of the claim after this request.",
      }),
      campaign: Type.String({ description: "Purpose of the claim." }),
      amount: Type.String({ description: "Amount as a decimal text." }),
      currency: Type.String({ description: "SALUTES, or the currency that the operators pay." }),
    }),
    { description: "The claim redeemed by claim_code; null without a code." },
  ),
  ...BALANCE_FIELDS,
});

interface WalletClaim {
  challenge_id: string;
  signature: string;
  claim_code?: string | undefined;
}

/**
 * Links the signing wallet and redeems an optional claim code. If the code is refused, no wallet is linked.
 * @throws Problem state_conflict, invalid_payload, wallet_taken
 */
export function verifyWalletClaim(
  tx: Tx,
  codes: CodeVault,
  { caller, proof }: { caller: PlayerCaller; proof: WalletClaim },
): Omit<Static<typeof WalletClaimAnswer>, "messenger_mode"> {
  const { challenge_id, claim_code, signature } = proof;
  const player = requireActivePlayer(ensurePlayer(tx, caller));
  const wallet = link(tx, player, { challenge_id, signature });
  const claim =
    claim_code === undefined ? null : claimByCode(tx, codes, { code: claim_code, player, wallet });
  recordProgress(tx, player.row.id, [
    { kind: "wallet_verified", amount: 1, key: `wallet:${wallet.wallet_address}` },
  ]);
  return {
    wallet: walletView(wallet),
    wallets: listWallets(tx, [player.user.id]).map(walletView),
    claim: claim === null ? null : claimView(claim),
    ...balancesNow(tx, caller.telegramId),
  };
}

function link(
  tx: Tx,
  { houseId, user }: Player,
  proof: { challenge_id: string; signature: string },
): WalletRow {
  const challenge = findChallenge(tx, houseId, proof.challenge_id);
  if (challenge === null || challenge.user_id !== user.id)
    throw invalidPayload("challenge_id", "must name a challenge that was issued for this player");
  const { wallet_address } = challenge;
  try {
    const owner = { partnerId: houseId, user };
    return linkWallet(tx, owner, { blockchain: "solana", wallet_address, proof });
  } catch (error) {
    if (error instanceof RefuseButKeep) throw new RefuseButKeep(withBodyFields(error.reason), error.keep);
    throw error instanceof Error ? withBodyFields(error) : error;
  }
}

/** The error with the field names of this operation's body. */
function withBodyFields(error: Error): Error {
  if (!(error instanceof Problem) || error.code !== "invalid_payload") return error;
  const [first] = error.options.details ?? [];
  return first === undefined ? error : invalidPayload(first.field.replace(/^proof\./, ""), first.message);
}

/** @throws Problem state_conflict for a code that this player cannot redeem here */
function claimByCode(
  tx: Tx,
  codes: CodeVault,
  { code, player, wallet }: { code: string; player: Player; wallet: WalletRow },
): ClaimRow {
  const row = findByCode(tx, codes, code)?.row;
  const isSalutes = row !== undefined && row.salutes !== null;
  const isOwn = row?.partner_id === player.houseId && row.user_id === player.user.id;
  if (row === undefined || (isSalutes && !isOwn)) {
    throw new Problem(
      "state_conflict",
      "Check claim_code: this player cannot redeem it here. No wallet was linked.",
    );
  }
  return takeClaim(tx, row.id, isSalutes ? null : wallet.wallet_address);
}

function claimView(row: ClaimRow) {
  return {
    claim_id: row.id,
    status: row.state,
    campaign: row.campaign,
    amount: row.amount,
    currency: row.currency,
  };
}
