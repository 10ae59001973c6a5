import { sha256Hex } from "./seal.ts";

const HASH_OF_NOTHING = sha256Hex("");

/**
 * The signed text (contract section 3): five lines, joined by line feeds.
 * @param idempotencyKey the sixth line of version 2; null without that version, where it is not signed
 */
export function canonicalString(
  method: string,
  target: string,
  timestamp: string,
  nonce: string,
  body: Uint8Array,
  idempotencyKey: string | null = null,
): string {
  const hash = body.length === 0 ? HASH_OF_NOTHING : sha256Hex(body);
  const lines = `${method}\n${target}\n${timestamp}\n${nonce}\n${hash}`;
  return idempotencyKey === null ? lines : `${lines}\n${idempotencyKey}`;
}
