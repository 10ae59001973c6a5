import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";

/** An authenticator in software, with one passkey; its answers can be made wrong. */

export type Algorithm = "ES256" | "EdDSA" | "RS256";

interface Ceremony {
  challenge: string;
  origin: string;
  relyingPartyId: string;
  /** Bits of the authenticator's data: 1 for the person's presence, 4 for their verification, 8 for a synced passkey. */
  flags?: number;
  type?: string;
  crossOrigin?: boolean;
}

const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

export class Authenticator {
  readonly credentialId: string;
  counter = 0;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(readonly algorithm: Algorithm = "ES256") {
    this.#keys = keyPair(algorithm);
    this.credentialId = createHash("sha256").update(this.#publicDer()).digest("base64url");
  }

  /** The answer that creates the passkey. */
  create(ceremony: Ceremony): { clientDataJSON: string; attestationObject: string } {
    const id = Buffer.from(this.credentialId, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, encodeCBOR(this.#cose())]);
    const data = this.#data(ceremony, HAS_CREDENTIAL, credential);
    const attestation = new Map<string | number, CBORType>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(data)],
    ]);
    return {
      clientDataJSON: clientData({ type: "webauthn.create", ...ceremony }).toString("base64url"),
      attestationObject: Buffer.from(encodeCBOR(attestation)).toString("base64url"),
    };
  }

  /** The answer that signs in. */
  sign(ceremony: Ceremony): {
    id: string;
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
  } {
    const client = clientData({ type: "webauthn.get", ...ceremony });
    const data = this.#data(ceremony, 0, Buffer.alloc(0));
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    const signature = sign(
      this.algorithm === "EdDSA" ? null : "sha256",
      new Uint8Array(signed),
      this.#keys.privateKey,
    );
    return {
      id: this.credentialId,
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    };
  }

  #data(
    { relyingPartyId, flags = PRESENT_AND_VERIFIED }: Ceremony,
    more: number,
    credential: Buffer,
  ): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | more);
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash("sha256").update(relyingPartyId).digest(), head, credential]);
  }

  #publicDer(): Buffer {
    return this.#keys.publicKey.export({ format: "der", type: "spki" });
  }

  #cose(): CBORType {
    const jwk = this.#keys.publicKey.export({ format: "jwk" });
    const member = (name: string) =>
      new Uint8Array(Buffer.from(String(jwk[name as keyof typeof jwk]), "base64url"));
    switch (this.algorithm) {
      case "ES256":
        return new Map<number, CBORType>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, member("x")],
          [-3, member("y")],
        ]);
      case "EdDSA":
        return new Map<number, CBORType>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, member("x")],
        ]);
      case "RS256":
        return new Map<number, CBORType>([
          [1, 3],
          [3, -257],
          [-1, member("n")],
          [-2, member("e")],
        ]);
    }
  }
}

function clientData({ type, challenge, origin, crossOrigin = false }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
}

function keyPair(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  switch (algorithm) {
    case "ES256":
      return generateKeyPairSync("ec", { namedCurve: "P-256" });
    case "EdDSA":
      return generateKeyPairSync("ed25519");
    case "RS256":
      return generateKeyPairSync("rsa", { modulusLength: 2048 });
  }
}
