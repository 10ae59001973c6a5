export {
  deliveryHeaders,
  type Envelope,
  envelopeBody,
  PREVIOUS_SECRET_MS,
  plainHeaders,
  type SigningSecrets,
} from "./envelope.ts";
