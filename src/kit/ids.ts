import { encodeBase58 } from "./formats/base58.ts";
import { CROCKFORD } from "./formats/crockford.ts";
import { type Random, systemRandom } from "./random.ts";

/** Random bytes as lower-case hex, two characters per byte. */
export function randomHex(byteCount: number, random: Random): string {
  return Buffer.from(random.bytes(byteCount)).toString("hex");
}

/** 256 random bits as base58: the body of every secret and token shown once. */
export function randomSecret(random: Random): string {
  return encodeBase58(random.bytes(32));
}

/** A number from 0 to under 1, for jitter; not for secrets. */
export function randomFraction(): number {
  return Math.random();
}

/** The time of the last ULID: many are created within a millisecond. */
let lastMs = -1;
let lastTime = "";

/** A ULID (https://github.com/ulid/spec): 48 bits of Unix milliseconds, then 80 random bits. */
export function ulid(nowMs: number, random: Random): string {
  if (nowMs !== lastMs) {
    lastTime = timePart(nowMs);
    lastMs = nowMs;
  }
  const bytes = random.bytes(16);
  const codes = new Array<number>(16);
  for (let i = 0; i < 16; i++) codes[i] = CROCKFORD.charCodeAt((bytes[i] ?? 0) & 31);
  return lastTime + String.fromCharCode(...codes);
}

function timePart(nowMs: number): string {
  let time = "";
  let rest = nowMs;
  for (let i = 0; i < 10; i++) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

const PROCESS_PREFIX = randomHex(8, systemRandom);
/** The last two characters of request ids, so that a number is spelled out once per 1,296. */
const ENDINGS = Array.from({ length: 36 ** 2 }, (_, index) => index.toString(36).padStart(2, "0"));
let requestBlock = 36 ** 5;
let blockPrefix = "";
let requestCount = ENDINGS.length;

/** An id for a request that has none: unique, not secret, and cheap, since every answer carries one. */
export function requestId(): string {
  if (requestCount === ENDINGS.length) {
    blockPrefix = `req_${PROCESS_PREFIX}${(requestBlock++).toString(36)}`;
    requestCount = 0;
  }
  return blockPrefix + ENDINGS[requestCount++];
}
