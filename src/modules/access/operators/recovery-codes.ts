import type { Sql, Tx } from "../../../db/sql.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { CROCKFORD, decodeCrockford, encodeCrockford } from "../../../kit/formats/crockford.ts";
import type { Random } from "../../../kit/random.ts";

const CODES = 10;
/** Symbols of five bits each. */
const SYMBOLS = 16;

/**
 * Replaces an operator's recovery codes with new ones, to be shown once; each replaces the second factor one time.
 */
export function issueRecoveryCodes(tx: Tx, operatorId: number): string[] {
  deleteRecoveryCodes(tx, operatorId);
  return Array.from({ length: CODES }, () => {
    const code = newCode(tx.random);
    tx.run(
      "INSERT INTO operator_recovery_codes (code_hash, operator_id, created_at) VALUES (?, ?, ?)",
      hashOf(operatorId, code),
      operatorId,
      tx.now,
    );
    return code.replaceAll(/(.{4})(?=.)/g, "$1-");
  });
}

export function deleteRecoveryCodes(tx: Tx, operatorId: number): void {
  tx.run("DELETE FROM operator_recovery_codes WHERE operator_id = ?", operatorId);
}

/** Whether the text has the form of a recovery code. */
export function isRecoveryCode(text: string): boolean {
  return plain(text) !== null;
}

/** Marks a code as used. Returns whether it was one of the operator's unused codes. */
export function takeRecoveryCode(tx: Tx, operatorId: number, text: string): boolean {
  const code = plain(text);
  if (code === null) return false;
  const { changes } = tx.run(
    "UPDATE operator_recovery_codes SET used_at = ? WHERE code_hash = ? AND operator_id = ? AND used_at IS NULL",
    tx.now,
    hashOf(operatorId, code),
    operatorId,
  );
  return changes === 1;
}

/** Whether a text is one of the operator's unused codes, without using it up. */
export function isUnusedRecoveryCode(sql: Sql, operatorId: number, text: string): boolean {
  const code = plain(text);
  if (code === null) return false;
  const found =
    "SELECT 1 FROM operator_recovery_codes WHERE code_hash = ? AND operator_id = ? AND used_at IS NULL";
  return sql.get(found, hashOf(operatorId, code), operatorId) !== null;
}

export function countRecoveryCodes(sql: Sql, operatorId: number): number {
  const text =
    "SELECT COUNT(*) AS count FROM operator_recovery_codes WHERE operator_id = ? AND used_at IS NULL";
  return sql.get<{ count: number }>(text, operatorId)?.count ?? 0;
}

function newCode(random: Random): string {
  return encodeCrockford([...random.bytes(SYMBOLS)].map((byte) => byte % CROCKFORD.length));
}

/** The code without hyphens and blanks, as generated; null if it cannot be one. */
function plain(text: string): string | null {
  const values = decodeCrockford(text.replaceAll(/\s/g, ""));
  return values?.length === SYMBOLS ? encodeCrockford(values) : null;
}

function hashOf(operatorId: number, code: string): string {
  return sha256Hex(`${operatorId}:${code}`);
}
