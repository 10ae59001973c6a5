import { createHash } from "node:crypto";
import { type CBORType, decodePartialCBOR } from "@levischuck/tiny-cbor";
import { PasskeyRefusal } from "./refusal.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const MAY_BE_SYNCED = 0x08;
const HAS_CREDENTIAL = 0x40;

const FLAGS_AT = 32;
const COUNTER_AT = 33;
const ID_LENGTH_AT = 53;
const ID_AT = 55;
const MAX_ID_BYTES = 1023;

export interface AuthenticatorData {
  counter: number;
  isSynced: boolean;
  /** Only in the answer that creates a passkey. */
  credential: { id: string; coseKey: CBORType } | null;
}

/**
 * Reads an authenticator's data (WebAuthn section 6.1), and checks that it is for this relying party and that the
 * authenticator verified its user. @throws PasskeyRefusal
 */
export function readAuthenticatorData(bytes: Uint8Array, relyingPartyId: string): AuthenticatorData {
  if (bytes.length < COUNTER_AT + 4) throw new PasskeyRefusal("malformed", "is too short");
  const data = Buffer.from(bytes);
  const hash = createHash("sha256").update(relyingPartyId).digest();
  if (!data.subarray(0, FLAGS_AT).equals(hash))
    throw new PasskeyRefusal("relying_party", `was not made for ${relyingPartyId}`);
  const flags = data.readUInt8(FLAGS_AT);
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0)
    throw new PasskeyRefusal("user", "does not say that the device verified its user");
  return {
    counter: data.readUInt32BE(COUNTER_AT),
    isSynced: (flags & MAY_BE_SYNCED) !== 0,
    credential: (flags & HAS_CREDENTIAL) === 0 ? null : readCredential(data),
  };
}

function readCredential(data: Buffer): AuthenticatorData["credential"] {
  if (data.length < ID_AT) throw new PasskeyRefusal("malformed", "is too short");
  const length = data.readUInt16BE(ID_LENGTH_AT);
  const end = ID_AT + length;
  if (length === 0 || length > MAX_ID_BYTES || data.length <= end)
    throw new PasskeyRefusal("malformed", "names no credential");
  const [coseKey] = decodePartialCBOR(new Uint8Array(data), end);
  return { id: data.subarray(ID_AT, end).toString("base64url"), coseKey };
}
