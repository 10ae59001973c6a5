import { randomBytes as nodeRandomBytes } from "node:crypto";
import { encodeBase58 } from "./base58.ts";
import { CROCKFORD } from "./crockford.ts";

/** `count` random bytes from the system's generator. */
export function randomBytes(count: number): Uint8Array {
  return new Uint8Array(nodeRandomBytes(count));
}

/** Random bytes as lower-case hex, two characters a byte. */
export function randomHex(byteCount: number): string {
  return nodeRandomBytes(byteCount).toString("hex");
}

/** 256 random bits as base58: the body of every secret and token that is shown once. */
export function randomSecret(): string {
  return encodeBase58(randomBytes(32));
}

/** A number from 0 to under 1, for what chance may shift and nobody must guess. */
export function randomFraction(): number {
  return Math.random();
}

const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let poolOffset = 0;

/** Random bytes cut from a pool: one call to the system's generator serves some 250 ids. */
function pooledBytes(count: number): Buffer {
  if (poolOffset + count > pool.length) {
    pool = nodeRandomBytes(POOL_BYTES);
    poolOffset = 0;
  }
  poolOffset += count;
  return pool.subarray(poolOffset - count, poolOffset);
}

/** A ULID (https://github.com/ulid/spec): 48 bits of Unix milliseconds, then 80 random bits. */
export function ulid(nowMs: number): string {
  let time = "";
  let rest = nowMs;
  for (let i = 0; i < 10; i++) {
    time = CROCKFORD.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (const byte of pooledBytes(16)) tail += CROCKFORD.charAt(byte & 31);
  return time + tail;
}

const PROCESS_PREFIX = nodeRandomBytes(8).toString("hex");
let requestCount = 36 ** 7;

/** The id of a request that brought none of its own: unique, not secret, and cheap, since every answer bears one. */
export function requestId(): string {
  return `req_${PROCESS_PREFIX}${(requestCount++).toString(36)}`;
}
