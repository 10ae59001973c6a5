import { createHash } from "node:crypto";
import { decodeBase58, encodeBase58 } from "../kit/base58.ts";
import { MINUTE_MS } from "../kit/clock.ts";
import type { SignatureInfo, SignaturePage, SignatureQuery, TokenMovement } from "./chain-reader.ts";
import { DEMO_DECIMALS, demoSlot } from "./demo-facts.ts";

/** The demo token moves once in half an hour, from this moment on. */
const FIRST_MS = Date.UTC(2026, 10, 1);
const INTERVAL_MS = 30 * MINUTE_MS;
const PAGE = 1_000;
const MOST_MOVED = 25_000n * 10n ** BigInt(DEMO_DECIMALS);
const NUMBER_AT = 56;

/** A page of the mint's history, as an RPC address would give it. */
export function listDemoSignatures(
  nowMs: number,
  { before, until, throughSlot }: SignatureQuery,
): SignaturePage {
  const newest = Math.floor((nowMs - FIRST_MS) / INTERVAL_MS);
  const from = before === null ? newest : (numberOf(before) ?? 0) - 1;
  const down = until === null ? 0 : (numberOf(until) ?? -1) + 1;
  const last = Math.max(down, from - PAGE + 1);
  const signatures: SignatureInfo[] = [];
  for (let number = from; number >= last; number--) {
    const info = infoOf(number);
    if (info.slot <= throughSlot) signatures.push(info);
  }
  return { signatures, isLast: last === down };
}

/** What a demo transaction moved; null where there is none of this signature. */
export function demoMovement(nowMs: number, signature: string): TokenMovement | null {
  const number = numberOf(signature);
  if (number === null || number > (nowMs - FIRST_MS) / INTERVAL_MS) return null;
  const { slot, blockTime } = infoOf(number);
  return { slot, blockTime, delta: hashOf(number).readBigUInt64BE(0) % MOST_MOVED };
}

function infoOf(number: number): SignatureInfo {
  const blockTime = FIRST_MS + number * INTERVAL_MS;
  return { signature: signatureOf(number), slot: demoSlot(blockTime), blockTime, failed: false };
}

/** The number stands in its last 8 bytes, so that it is found again without a list. */
function signatureOf(number: number): string {
  const bytes = Buffer.alloc(64);
  hashOf(number).copy(bytes, 0, 0, NUMBER_AT);
  bytes.writeBigUInt64BE(BigInt(number), NUMBER_AT);
  return encodeBase58(new Uint8Array(bytes));
}

function numberOf(signature: string): number | null {
  const bytes = decodeBase58(signature);
  if (bytes?.length !== 64) return null;
  const number = Number(Buffer.from(bytes).readBigUInt64BE(NUMBER_AT));
  return Number.isSafeInteger(number) && signatureOf(number) === signature ? number : null;
}

function hashOf(number: number): Buffer {
  return createHash("sha512").update(`salute demo transaction ${number}`).digest();
}
