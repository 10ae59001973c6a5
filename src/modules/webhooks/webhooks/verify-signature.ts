import type { Static } from "@sinclair/typebox";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { webhookSignature } from "../../../kit/crypto/webhook-signature.ts";
import type { VerifiedSignature, VerifySignatureBody } from "./model.ts";

const EXAMPLE =
  'createHmac("sha256", secret).update(timestamp + "." + rawBody).digest("hex") === request.headers["x-webhook-signature"]';

/** Whether a receiver computed a signature correctly, and the right one. The secret is not stored. */
export function verifySignature({
  signature,
  timestamp,
  payload,
  secret,
}: Static<typeof VerifySignatureBody>): Static<typeof VerifiedSignature> {
  const seconds = Number(timestamp);
  const expected = webhookSignature(secret, seconds, payload);
  return {
    valid: equalConstantTime(signature, expected),
    provided_signature: signature,
    expected_signature: expected,
    timestamp: seconds,
    canonical_body: `${seconds}.${payload}`,
    validator_example: EXAMPLE,
  };
}
