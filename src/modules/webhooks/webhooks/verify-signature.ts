import { type Static, Type } from "@sinclair/typebox";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { webhookSignature } from "../../../kit/crypto/webhook-signature.ts";

export const VerifySignatureBody = Type.Object({
  signature: Type.String({ maxLength: 256, description: "The X-Webhook-Signature header of the delivery." }),
  timestamp: Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({ pattern: "^[0-9]{1,15}$" }),
    ],
    { description: "The X-Webhook-Timestamp header of the delivery: Unix seconds." },
  ),
  payload: Type.String({ description: "The raw body as text, before any parsing." }),
  secret: Type.String({ minLength: 1, maxLength: 256, description: "The secret to test; it is not echoed." }),
});

export const VerifiedSignature = Type.Object({
  valid: Type.Boolean({ description: "Whether the given signature is the right one." }),
  provided_signature: Type.String({ description: "The signature, as given in the request." }),
  expected_signature: Type.String({
    description: "The right signature for this payload, timestamp and secret.",
  }),
  timestamp: Type.Integer({ description: "The signed timestamp, in Unix seconds." }),
  canonical_body: Type.String({ description: "The signed text: the timestamp, a full stop, the payload." }),
  validator_example: Type.String({ description: "The same check as code, as an example." }),
});

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
