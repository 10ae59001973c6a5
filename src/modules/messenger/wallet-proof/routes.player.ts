import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, writeOperation } from "../../../http/operation.ts";
import { type RateLimiter, refuseExceeded } from "../../../http/rate-limit.ts";
import { SolanaAddress, Text } from "../../../http/schema/shapes.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import type { CodeVault } from "../../ledger/claims/index.ts";
import { Challenge, issueChallenge, WALLET_ERRORS } from "../../ledger/wallets/index.ts";
import { balancesNow } from "../balances/index.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { modeOf } from "../mode.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, HOUSE, type PlayerFor, requireActivePlayer } from "../players/index.ts";
import { COMMON_FIELDS } from "../responses.ts";
import { verifyWalletClaim, WalletClaimed } from "./verify-claim.ts";

export interface WalletProofParts {
  player: PlayerFor;
  codes: CodeVault;
  limiter: () => RateLimiter;
  /** Codes refused, per minute and address; 0 for any number. */
  missesPerMinute: number;
}

const LIMIT = "claim_misses";

/** Wallets of players (contract section 16; the proof is section 6's). */
export function walletProofRoutes({
  codes,
  limiter,
  missesPerMinute,
  player,
}: WalletProofParts): Operation[] {
  return [
    writeOperation({
      id: "messengerWalletChallenge",
      method: "POST",
      path: `${MESSENGER_PREFIX}wallet-proof/challenge`,
      group: MESSENGER_GROUP,
      summary: "Get a text for the player's wallet to sign",
      description: "Good for five minutes, one use and five wrong tries.",
      access: player("read"),
      body: Type.Object({ ...CREDENTIAL, wallet_address: SolanaAddress() }),
      response: Type.Object({ ...Challenge.properties, ...COMMON_FIELDS }),
      errors: ["state_conflict"],
      example: { wallet_address: "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG" },
      write: (tx, { actor, baseUrl, body }) => {
        const { houseId, user } = requireActivePlayer(ensurePlayer(tx, actor));
        const asker = { partner: HOUSE, partnerId: houseId, domains: [] };
        const challenge = issueChallenge(tx, asker, user, { wallet_address: body.wallet_address }, baseUrl);
        return { ...challenge, ...balancesNow(tx, actor.telegramId), ...modeOf(actor.isDemo) };
      },
    }),
    writeOperation({
      id: "messengerWalletClaim",
      method: "POST",
      path: `${MESSENGER_PREFIX}wallet-claim/verify`,
      group: MESSENGER_GROUP,
      summary: "Link the wallet that signed, and claim by a code",
      description:
        "claim_code: a claim of SALUTES for this player, or one in another currency, which is then paid to the wallet. A refused code links no wallet.",
      access: player("spend"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: IDEMPOTENCY_KEY,
        challenge_id: Text(64),
        signature: Text(256, { description: "64 bytes as base58, base64, base64url or hex." }),
        claim_code: Type.Optional(Text(64)),
      }),
      response: Type.Object({ ...WalletClaimed.properties, ...REPLAYED }),
      errors: [WALLET_ERRORS.wallet_taken, "state_conflict"],
      write: (tx, { actor, address, body, now }) => {
        const subject = limitSubject(address);
        if (body.claim_code !== undefined)
          refuseExceeded(limiter().peek(LIMIT, subject, missesPerMinute), now);
        try {
          return { ...verifyWalletClaim(tx, codes, actor, body), ...modeOf(actor.isDemo) };
        } catch (error) {
          if (body.claim_code !== undefined && error instanceof Problem && error.code === "state_conflict")
            limiter().count(LIMIT, subject, missesPerMinute);
          throw error;
        }
      },
    }),
  ];
}
