import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { Nullable, OneOf, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { listWallets, Wallet, walletView } from "../../ledger/users/index.ts";
import { gatherFacts, listMatchingGroups, toPerson } from "../audiences/index.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { ensurePlayer, findPlayer, openSession, type PlayerCaller, referralParam } from "../players/index.ts";
import { Fairness, nextFairness } from "../seeds/index.ts";

export const SignInAnswer = Type.Object({
  telegram_user: Type.Object(
    {
      id: Type.Integer({ description: "The player's id at Telegram." }),
      username: Nullable(Type.String(), { description: "Username; null if none is set." }),
      first_name: Nullable(Type.String(), { description: "First name on Telegram; null if none is set." }),
      language_code: Nullable(Type.String(), {
        description: "Language set in Telegram; null if Telegram names none.",
      }),
    },
    { description: "The player's data from Telegram." },
  ),
  linked_user: Type.Object(
    {
      user_id: Type.String({ description: "The service's id of the user." }),
      external_id: Type.String({ description: "The partner's own id of the user." }),
    },
    { description: "The player's user of the partner `house`, which holds the salutes." },
  ),
  identity_status: OneOf(["new", "known"], {
    description: "new: the player was created by this call; known: the player existed.",
  }),
  wallets: Type.Array(Wallet, { description: "Wallets linked to the player's user." }),
  groups: Type.Array(
    Type.Object({
      key: Type.String({ description: "Key of the audience group." }),
      title: Type.String({ description: "Title of the audience group." }),
    }),
    {
      description: "The player's audience groups.",
    },
  ),
  session: Type.Object(
    {
      token: Type.String({ description: "The token to send as Authorization: Bearer; shown only once." }),
      expires_at: Timestamp({ description: "Time at which the session ends if it is not used." }),
    },
    { description: "Session of the mini-app." },
  ),
  referral_param: Type.String({ description: "The start parameter of the player's shared links." }),
  fairness: Nullable(Fairness, {
    description: "Commitment to the server seed, and the seeds in use; null before the first change.",
  }),
  ...BALANCE_FIELDS,
});

/**
 * Creates the player with its gift and seed if missing, and starts a session.
 * @param safeModeReason why changes are refused now; sign-in goes on, but neither creates nor changes players
 * @throws Problem safe_mode if changes are refused and the player is missing
 */
export function signIn(
  tx: Tx,
  caller: PlayerCaller,
  safeModeReason: string | null,
): Static<typeof SignInAnswer> {
  const known = findPlayer(tx, caller.telegramId);
  const isNew = known === null;
  if (isNew || known.user.deleted_at !== null) refuseInSafeMode(safeModeReason);
  const player = isNew || safeModeReason === null ? ensurePlayer(tx, caller) : known;
  const { row, user } = player;
  const token = `mps_${randomSecret(tx.random)}`;
  const expiresAt = openSession(tx, row.id, sha256Hex(token));
  return {
    telegram_user: {
      id: row.telegram_id,
      username: row.username,
      first_name: caller.profile?.firstName ?? null,
      language_code: row.language_code,
    },
    linked_user: { user_id: String(user.id), external_id: user.external_id ?? "" },
    identity_status: isNew ? "new" : "known",
    wallets: listWallets(tx, [user.id]).map(walletView),
    groups: listMatchingGroups(tx, gatherFacts(tx, toPerson(player))),
    session: { token, expires_at: isoUtc(expiresAt) },
    referral_param: referralParam(row.id),
    fairness: nextFairness(tx, row.id),
    ...toBalances(player),
  };
}
