import { createHash } from "node:crypto";
import { DAY_MS } from "../kit/clock.ts";
import { decodeBase58, encodeBase58 } from "../kit/formats/base58.ts";
import { remembered } from "../kit/remembered.ts";

/** Addresses without a known private key: SHA-256 of "salute demo mint", "… treasury", "… liquidity pool mint". */
export const DEMO_MINT = "23yADfudqhgM68dso7YXjuTNCL31GsLQJp6SchxsHEzP";
export const DEMO_TREASURY = "2i8gbQPg8HuztskNM67fa7x7ksoj1LAckbr2vfb6X8V4";
export const DEMO_LP_MINT = "AqVyoHvKFMnppK7CFWpbnV12kDtcu8cFXPak4oGrN9FB";

export const DEMO_DECIMALS = 9;
const TOKEN = 10n ** BigInt(DEMO_DECIMALS);
export const DEMO_SUPPLY = 1_000_000_000n * TOKEN;
const TREASURY_TOKENS = 300_000_000n * TOKEN;
const MOST_TOKENS = 250_000n * TOKEN;

/** Slots count from Solana's own first block, one every 400 ms. */
const FIRST_SLOT_MS = Date.UTC(2020, 2, 16, 14, 29);
const SLOT_MS = 400;

export function demoSlot(ms: number): bigint {
  return BigInt(Math.floor((ms - FIRST_SLOT_MS) / SLOT_MS));
}

export function demoSlotTime(slot: bigint): number {
  return FIRST_SLOT_MS + Number(slot) * SLOT_MS;
}

/** Bytes that depend only on an address. */
export function demoHash(address: string): Buffer {
  return createHash("sha256")
    .update("salute demo wallet")
    .update(decodeBase58(address) ?? new Uint8Array())
    .digest();
}

/** A sync of the history asks for few addresses thousands of times; others are asked for one at a time. */
const MOST_REMEMBERED = 8_192;

/** An address's balance, base units. */
export const demoTokens = remembered(MOST_REMEMBERED, (address: string): bigint =>
  address === DEMO_TREASURY ? TREASURY_TOKENS : demoHash(address).readBigUInt64BE(8) % MOST_TOKENS,
);

/** The address for this text, without a known private key. */
const demoAddress = remembered(MOST_REMEMBERED, (text: string) =>
  encodeBase58(new Uint8Array(createHash("sha256").update(`salute demo ${text}`).digest())),
);

/** The token account of an owner. */
export function deriveDemoAccount(owner: string): string {
  return demoAddress(`account of ${owner}`);
}

/** Holds the rest of the supply. */
export const DEMO_VAULT = demoAddress("vault");

/** The owner with this number; each day one more becomes a holder. */
export function demoHolder(number: number): string {
  return demoAddress(`holder ${number}`);
}

const FIRST_DAY_MS = Date.UTC(2026, 0, 1);
const HOLDERS_AT_FIRST = 120;
const MOST_HOLDERS = 2_000;

/** Number of holders on the day of this time. */
export function demoHolderCount(ms: number): number {
  const days = Math.floor((ms - FIRST_DAY_MS) / DAY_MS);
  return Math.max(0, Math.min(MOST_HOLDERS, HOLDERS_AT_FIRST + days));
}
