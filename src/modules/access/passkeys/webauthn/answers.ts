import { createHash } from "node:crypto";
import { decodeCBOR } from "@levischuck/tiny-cbor";
import { type Static, Type } from "@sinclair/typebox";
import { checkedJson } from "../../../../kit/formats/checked-json.ts";
import type { RelyingParty } from "../../../../kit/network/relying-party.ts";
import { type AuthenticatorData, readAuthenticatorData } from "./authenticator-data.ts";
import { readClientData } from "./client-data.ts";
import { isSignedBy, toSpki } from "./public-key.ts";
import { PasskeyRefusal } from "./refusal.ts";

/** Bytes as base64url. */
const Bytes = () => Type.String({ pattern: "^[A-Za-z0-9_-]+$" });

const CREATED = checkedJson(
  "the new passkey",
  Type.Object({ clientDataJSON: Bytes(), attestationObject: Bytes() }),
);
const SIGNED = Type.Object({
  id: Bytes(),
  clientDataJSON: Bytes(),
  authenticatorData: Bytes(),
  signature: Bytes(),
});
const SIGNED_JSON = checkedJson("the passkey's signature", SIGNED);

/** A browser's answer to a sign-in with a passkey. */
export type SignedAnswer = Static<typeof SIGNED>;

export interface NewCredential {
  challenge: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  isSynced: boolean;
}

/**
 * Reads a new passkey (WebAuthn section 7.1). The maker of the device is neither asked for nor checked, so that every
 * authenticator is accepted. @throws PasskeyRefusal
 */
export function readNewCredential(text: string, { id, origin }: RelyingParty): NewCredential {
  return wellFormed(() => {
    const created = CREATED.read(text);
    const challenge = readClientData(bytesOf(created.clientDataJSON), { type: "webauthn.create", origin });
    const attestation = decodeCBOR(bytesOf(created.attestationObject));
    const data = attestation instanceof Map ? attestation.get("authData") : undefined;
    if (!(data instanceof Uint8Array)) throw new PasskeyRefusal("malformed", "has no authenticator data");
    const { counter, isSynced, credential } = readAuthenticatorData(data, id);
    if (credential === null) throw new PasskeyRefusal("malformed", "names no credential");
    const publicKey = toSpki(credential.coseKey);
    return { challenge, credentialId: credential.id, publicKey, counter, isSynced };
  });
}

/** Reads an answer to find its passkey by. @throws PasskeyRefusal */
export function readSignedAnswer(text: string): SignedAnswer {
  return wellFormed(() => SIGNED_JSON.read(text));
}

/**
 * Checks an answer against the passkey (WebAuthn section 7.2). Returns its challenge, and the new count.
 * @throws PasskeyRefusal
 */
export function verifySignedAnswer(
  answer: SignedAnswer,
  passkey: { public_key: string; counter: number },
  { id, origin }: RelyingParty,
): { challenge: string; counter: number } {
  const clientData = bytesOf(answer.clientDataJSON);
  const data = bytesOf(answer.authenticatorData);
  const challenge = readClientData(clientData, { type: "webauthn.get", origin });
  const { counter } = wellFormed(() => readAuthenticatorData(data, id));
  const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
  if (!isSignedBy(passkey.public_key, signed, bytesOf(answer.signature)))
    throw new PasskeyRefusal("signature", "has a signature that does not fit");
  requireCounted(counter, passkey.counter);
  return { challenge, counter };
}

/** A count that does not grow means that the key was copied; 0 on both sides means that the device counts nothing. */
export function requireCounted(counter: AuthenticatorData["counter"], before: number): void {
  if (counter > before || (counter === 0 && before === 0)) return;
  throw new PasskeyRefusal("counter", "has a count that was used before: the passkey may have been copied");
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

function wellFormed<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof PasskeyRefusal) throw error;
    throw new PasskeyRefusal("malformed", "is malformed");
  }
}
