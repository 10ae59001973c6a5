import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { randomSecret } from "../../../kit/ids.ts";
import { DESK_ERRORS } from "../errors.ts";
import { findToken, insertToken, useToken } from "./token-store.ts";

const LIFETIME_MS = 15 * MINUTE_MS;

/** Creates a single-use token, valid for 15 minutes, for one export by this operator. Only its hash is stored. */
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
 * Redeems a token and returns its export parameters as JSON.
 * @param isDryRun validates the token without using it, as HEAD does
 * @throws Problem not_found for an unknown token or another operator's, download_token_used
 */
export function redeemToken(
  tx: Tx,
  { token, operator, isDryRun }: { token: string; operator: string; isDryRun: boolean },
): string {
  const hash = sha256Hex(token);
  const row = findToken(tx, hash);
  if (row === null || row.operator !== operator)
    throw new Problem("not_found", "Request the export with download_token=1: this token is unknown.");
  const isInvalid = row.used_at !== null || row.expires_at <= tx.now;
  if (isInvalid || (!isDryRun && !useToken(tx, hash)))
    throw new Problem(
      DESK_ERRORS.download_token_used,
      "Request the export with download_token=1 again: this token was used or has expired.",
    );
  return row.filters;
}
