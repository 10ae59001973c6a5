import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { RefuseButKeep } from "../../../db/write-errors.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import type { ProofFormat } from "../users/index.ts";
import type { WalletOwner } from "./emit-changes.ts";
import type { Proof } from "./model.ts";
import { MAX_WRONG_TRIES, matchProof } from "./rules.ts";
import { countWrongTry, findChallenge, useChallenge } from "./store.ts";

/**
 * Accepts a signature as proof that the user holds the key of `address`, and marks the challenge as used. The signed
 * text is rebuilt from our own record; a wrong attempt is counted even though the rest of the request is undone.
 * @throws Problem invalid_payload naming proof.challenge_id (not this user's, expired, used, or five wrong attempts)
 *   or proof.signature.
 */
export function proveOwnership(
  tx: Tx,
  { partnerId, user }: WalletOwner,
  { address, proof }: { address: string; proof: Static<typeof Proof> },
): ProofFormat {
  const challenge = findChallenge(tx, partnerId, proof.challenge_id);
  if (challenge === null || challenge.user_id !== user.id || challenge.wallet_address !== address)
    throw invalidPayload(
      "proof.challenge_id",
      "must name a challenge that was issued for this user and address",
    );
  if (
    challenge.used_at !== null ||
    challenge.expires_at <= tx.now ||
    challenge.wrong_tries >= MAX_WRONG_TRIES
  )
    throw invalidPayload(
      "proof.challenge_id",
      `must name a live challenge: this one is expired, used, or had ${MAX_WRONG_TRIES} wrong signatures; ask for another`,
    );
  const format = matchProof(challenge.wallet_address, challenge.text, proof.signature);
  if (format === null) {
    const problem = invalidPayload(
      "proof.signature",
      "must be the wallet's Ed25519 signature of the challenge's text, 64 bytes as base58, base64 or hex",
    );
    throw new RefuseButKeep(problem, (kept) => countWrongTry(kept, challenge.id));
  }
  useChallenge(tx, challenge.id);
  return format;
}
