import { type Static, Type } from "@sinclair/typebox";
import { Characters, Words } from "../../../http/schema/shapes.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";

/** Authenticators answer with some hundred bytes, with a large RSA key some thousand. */
const MAX_ANSWER = 16_000;
export const MAX_PASSKEY_NAME = 60;
/** Age of a sign-in from which on it may no longer change how its person signs in. */
export const FRESH_MS = 15 * MINUTE_MS;

/** An authenticator's answer as the page's script fills it in. */
export const PasskeyAnswer = () =>
  Characters(MAX_ANSWER, { description: "The authenticator's answer, as JSON." });
export const PasskeyName = () =>
  Words(MAX_PASSKEY_NAME, { description: "Name by which its owner knows it." });

const RelyingPartyShape = Type.Object({
  id: Type.String({ description: "Host name to which the passkey is bound." }),
  name: Type.String({ description: "The service's name, which the browser shows." }),
});

/** Members of PublicKeyCredentialCreationOptions; bytes are base64url. */
export const CreationOptions = Type.Object({
  origin: Type.String({ description: "The only origin whose pages may create the passkey." }),
  challenge: Type.String({ description: "Bytes to sign, valid for five minutes." }),
  rp: RelyingPartyShape,
  user: Type.Object({
    id: Type.String({ description: "Bytes that stand for the account." }),
    name: Type.String({ description: "The account's name." }),
    displayName: Type.String({ description: "The account's name." }),
  }),
  algorithms: Type.Array(Type.Integer(), { description: "COSE numbers of accepted signatures, best first." }),
  exclude: Type.Array(Type.String(), { description: "Ids of the account's passkeys." }),
});

/** Members of PublicKeyCredentialRequestOptions; bytes are base64url. */
export const RequestOptions = Type.Object({
  origin: Type.String({ description: "The only origin whose pages may ask for the passkey." }),
  challenge: Type.String({ description: "Bytes to sign, valid for five minutes." }),
  rpId: Type.String({ description: "Host name to which the passkey is bound." }),
});

export type CreationOptions = Static<typeof CreationOptions>;
export type RequestOptions = Static<typeof RequestOptions>;
