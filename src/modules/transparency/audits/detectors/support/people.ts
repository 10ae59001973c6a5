import { isOnCurve } from "../../../../../kit/crypto/ed25519.ts";
import { decodeBase58 } from "../../../../../kit/formats/base58.ts";
import type { Figures } from "./input.ts";

/** Deciding takes 50 µs: pools are asked about again and again. */
const MOST_KNOWN = 20_000;

/** Tells whether an owner is somebody with a key: no pool, no program's account. */
export function peopleOf({ wallets }: Figures): (owner: string) => boolean {
  const known = new Map<string, boolean>();
  return (owner) => {
    if (wallets.lp.has(owner)) return false;
    const found = known.get(owner);
    if (found !== undefined) return found;
    const isPerson = isOnCurve(decodeBase58(owner) ?? new Uint8Array());
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(owner, isPerson);
    return isPerson;
  };
}
