import { derivePublicKey, signEd25519 } from "../../../src/kit/crypto/ed25519.ts";
import { encodeBase58 } from "../../../src/kit/formats/base58.ts";
import { systemRandom } from "../../../src/kit/random.ts";

/** A test wallet: its address, and signatures with its key. */
export interface TestWallet {
  address: string;
  publicKey: Uint8Array;
  sign(message: string | Uint8Array): Uint8Array;
}

export function newWallet(): TestWallet {
  const seed = systemRandom.bytes(32);
  const publicKey = derivePublicKey(seed);
  return {
    address: encodeBase58(publicKey),
    publicKey,
    sign: (message) => signEd25519(seed, Buffer.from(message)),
  };
}
