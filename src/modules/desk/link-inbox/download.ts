import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { DESK_ERRORS } from "../errors.ts";
import { findToken, insertToken, useToken } from "./token-store.ts";

const LIFETIME_MS = 15 * MINUTE_MS;

/** Makes a token for one export of these parameters by this operator: single use, 15 minutes, stored hashed. */
export function issueToken(tx: Tx, operator: string, filters: object): { token: string; expiresAt: number } {
  const token = randomSecret(tx.random);
  const expiresAt = tx.now + LIFETIME_MS;
  insertToken(tx, {
    token_hash: sha256Hex(token),
    operator,
    filters: JSON.stringify(filters),
    expires_at: expiresAt,
  });
  return { token, expiresAt };
}

/**
 * Uses a token up and returns the parameters that it stands for, as JSON.
 * @param isTrial looks only, as HEAD does
 * @throws Problem not_found for an unknown or another operator's one, download_token_used
 */
export function redeemToken(
  tx: Tx,
  { token, operator, isTrial }: { token: string; operator: string; isTrial: boolean },
): string {
  const hash = sha256Hex(token);
  const row = findToken(tx, hash);
  if (row === null || row.operator !== operator)
    throw new Problem("not_found", "Ask for the export with download_token=1: this token is unknown.");
  const isOver = row.used_at !== null || row.expires_at <= tx.now;
  if (isOver || (!isTrial && !useToken(tx, hash)))
    throw new Problem(
      DESK_ERRORS.download_token_used,
      "Ask for the export with download_token=1 again: this token is used up or has expired.",
    );
  return row.filters;
}
