import { generateKeyPairSync, sign } from "node:crypto";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";

/** A test wallet: its address, and signatures with its key. */
export interface TestWallet {
  address: string;
  publicKey: Uint8Array;
  sign(message: string | Uint8Array): Uint8Array;
}

export function newWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  return {
    address: encodeBase58(raw),
    publicKey: raw,
    sign: (message) => new Uint8Array(sign(null, Buffer.from(message), privateKey)),
  };
}
