import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, writeOperation } from "../../../http/operation.ts";
import { type RateLimiter, refuseExceeded } from "../../../http/rate-limit.ts";
import { SolanaAddress, Text } from "../../../http/schema/shapes.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import type { CodeVault } from "../../ledger/claims/index.ts";
import { Challenge, issueChallenge, WALLET_ERRORS } from "../../ledger/wallets/index.ts";
import { BALANCE_FIELDS, balancesNow } from "../balances/index.ts";
import { CREDENTIAL, IDEMPOTENCY_KEY, REPLAYED } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { ensurePlayer, HOUSE, requireActivePlayer } from "../players/index.ts";
import { type LinkParts, linkOperations } from "./link-operations.ts";
import { verifyWalletClaim, WalletClaimAnswer } from "./verify-claim.ts";

export interface WalletProofParts extends LinkParts {
  codes: CodeVault;
  limiter: () => RateLimiter;
  /** Refused codes per minute and address; 0: no limit. */
  missesPerMinute: () => number;
}

const LIMIT = "claim_misses";

/** Wallet proofs of players (contract sections 16 and 6). */
export function walletProofRoutes({
  bot,
  codes,
  limiter,
  missesPerMinute,
  player,
  tickets,
}: WalletProofParts): Operation[] {
  return [
    ...linkOperations({ player, bot, tickets }),
    writeOperation({
      id: "messengerWalletChallenge",
      method: "POST",
      path: `${MESSENGER_PREFIX}wallet-proof/challenge`,
      group: MESSENGER_GROUP,
      summary: "Get a challenge text to sign with the player's wallet",
      outcome: "The challenge was issued; its text is to be signed unchanged.",
      description: "Valid for 5 minutes, for one use and at most five failed attempts.",
      access: player("read", "ticket"),
      body: Type.Object({ ...CREDENTIAL, wallet_address: SolanaAddress() }),
      response: Type.Object({ ...Challenge.properties, ...BALANCE_FIELDS }),
      errors: ["state_conflict"],
      example: { wallet_address: "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG" },
      write: (tx, { actor, baseUrl, body }) => {
        const { houseId, user } = requireActivePlayer(ensurePlayer(tx, actor));
        const asker = { partner: HOUSE, partnerId: houseId, domains: [] };
        const challenge = issueChallenge(tx, asker, {
          user,
          body: { wallet_address: body.wallet_address },
          baseUrl,
        });
        return { ...challenge, ...balancesNow(tx, actor.telegramId) };
      },
    }),
    writeOperation({
      id: "messengerWalletClaim",
      method: "POST",
      path: `${MESSENGER_PREFIX}wallet-claim/verify`,
      group: MESSENGER_GROUP,
      summary: "Link the signing wallet, and optionally redeem a claim code",
      outcome: "The wallet is linked, and the claim redeemed if a code was given.",
      description:
        "claim_code: a SALUTES claim for this player, or a claim in another currency, which is paid to the wallet. If the code is refused, no wallet is linked.",
      access: player("spend", "ticket"),
      body: Type.Object({
        ...CREDENTIAL,
        idempotency_key: IDEMPOTENCY_KEY,
        challenge_id: Text(64),
        signature: Text(256, { description: "64 bytes as base58, base64, base64url or hex." }),
        claim_code: Type.Optional(Text(64)),
      }),
      response: Type.Object({ ...WalletClaimAnswer.properties, ...REPLAYED }),
      errors: [WALLET_ERRORS.wallet_taken, "state_conflict"],
      write: (tx, { actor, address, body, now }) => {
        const subject = limitSubject(address);
        if (body.claim_code !== undefined)
          refuseExceeded(limiter().peek(LIMIT, subject, missesPerMinute()), now);
        try {
          return verifyWalletClaim(tx, codes, { caller: actor, proof: body });
        } catch (error) {
          if (body.claim_code !== undefined && error instanceof Problem && error.code === "state_conflict")
            limiter().count(LIMIT, subject, missesPerMinute());
          throw error;
        }
      },
    }),
  ];
}
