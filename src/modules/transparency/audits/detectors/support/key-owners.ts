import { isOnCurve } from "../../../../../kit/crypto/ed25519.ts";
import { decodeBase58 } from "../../../../../kit/formats/base58.ts";
import { remembered } from "../../../../../kit/remembered.ts";
import type { Figures } from "./input.ts";

/** The curve check takes 50 µs, and the same pools recur often. */
const MAX_CACHED = 20_000;

/** Returns a cached check whether an owner holds a private key, which pools and program accounts do not. */
export function keyOwnerCheck({ wallets }: Figures): (owner: string) => boolean {
  const hasKey = remembered(MAX_CACHED, (owner: string) =>
    isOnCurve(decodeBase58(owner) ?? new Uint8Array()),
  );
  return (owner) => !wallets.lp.has(owner) && hasKey(owner);
}
