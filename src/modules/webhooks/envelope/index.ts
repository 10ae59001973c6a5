export {
  deliveryHeaders,
  envelopeBody,
  PREVIOUS_SECRET_MS,
  plainHeaders,
  type SigningSecrets,
} from "./envelope.ts";
