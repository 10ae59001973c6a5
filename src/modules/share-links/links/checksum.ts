import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../kit/formats/canonical-json.ts";

export const CHECKSUM_HEADER = "x-audio-share-checksum";

/** A JSON answer as text, and the SHA-256 of its RFC 8785 form without `checksum`, which the text also contains. */
export interface ChecksummedText {
  text: string;
  checksum: string;
  /** Whether it holds a secret that is shown only once. */
  isSecret?: boolean;
}

/** @param body the answer without `success` and `checksum` */
export function checksummed(body: object): ChecksummedText {
  return seal(canonicalJson({ ...body, success: true }));
}

/**
 * The same for a body that holds `success` and whose members are all sorted by name: JSON.stringify's output is then
 * already RFC 8785, in a quarter of the time.
 */
export function checksummedInOrder(body: { success: true }): ChecksummedText {
  return seal(JSON.stringify(body));
}

function seal(canonical: string): ChecksummedText {
  const checksum = sha256Hex(canonical);
  return { text: `{"checksum":"${checksum}",${canonical.slice(1)}`, checksum };
}
