import { columns, type In } from "../../../db/columns.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { passkeys } from "../../../db/tables/access/passkeys.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { NewCredential } from "./webauthn/answers.ts";

/** Whose passkey it is. */
export interface Subject {
  type: "operator" | "member";
  id: number;
}

const COLUMNS = columns<typeof passkeys>()(
  "id",
  "subject_type",
  "subject_id",
  "credential_id",
  "public_key",
  "counter",
  "is_synced",
  "name",
  "created_at",
  "last_used_at",
);

export type Passkey = In<typeof COLUMNS>;

/** A subject's passkeys, oldest first. */
export function listPasskeys(sql: Sql, { type, id }: Subject): Passkey[] {
  return sql.all<Passkey>(
    `SELECT ${COLUMNS} FROM passkeys WHERE subject_type = ? AND subject_id = ? ORDER BY id LIMIT 100`,
    type,
    id,
  );
}

export function countPasskeys(sql: Sql, { type, id }: Subject): number {
  return sql.one<{ count: number }>(
    "SELECT COUNT(*) AS count FROM passkeys WHERE subject_type = ? AND subject_id = ?",
    type,
    id,
  ).count;
}

export function findPasskey(sql: Sql, { type, id }: Subject, passkeyId: number): Passkey | null {
  return sql.get<Passkey>(
    `SELECT ${COLUMNS} FROM passkeys WHERE id = ? AND subject_type = ? AND subject_id = ?`,
    passkeyId,
    type,
    id,
  );
}

/** A subject's own passkey. @throws Problem not_found */
export function requirePasskey(sql: Sql, subject: Subject, passkeyId: string): Passkey {
  const found = /^\d{1,15}$/.test(passkeyId) ? findPasskey(sql, subject, Number(passkeyId)) : null;
  if (found === null)
    throw new Problem("not_found", "Choose a passkey from your own: this one is not yours, or was removed.");
  return found;
}

export function findByCredential(sql: Sql, type: Subject["type"], credentialId: string): Passkey | null {
  return sql.get<Passkey>(
    `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = ? AND subject_type = ?`,
    credentialId,
    type,
  );
}

export function insertPasskey(
  tx: Tx,
  { type, id }: Subject,
  { name, credential }: { name: string; credential: NewCredential },
): number {
  return tx.run(
    `INSERT INTO passkeys (subject_type, subject_id, credential_id, public_key, counter, is_synced, name, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    type,
    id,
    credential.credentialId,
    credential.publicKey,
    credential.counter,
    credential.isSynced ? 1 : 0,
    name,
    tx.now,
  ).lastInsertRowid;
}

export function isKnownCredential(sql: Sql, credentialId: string): boolean {
  return sql.get("SELECT 1 FROM passkeys WHERE credential_id = ?", credentialId) !== null;
}

export function recordUse(tx: Tx, passkeyId: number, counter: number): void {
  tx.run("UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?", counter, tx.now, passkeyId);
}

export function setPasskeyName(tx: Tx, passkeyId: number, name: string): void {
  tx.run("UPDATE passkeys SET name = ? WHERE id = ?", name, passkeyId);
}

export function deletePasskey(tx: Tx, passkeyId: number): void {
  tx.run("DELETE FROM passkeys WHERE id = ?", passkeyId);
}

/** Deletes all passkeys of a subject. Returns how many. */
export function deletePasskeys(tx: Tx, { type, id }: Subject): number {
  return tx.run("DELETE FROM passkeys WHERE subject_type = ? AND subject_id = ?", type, id).changes;
}

/** Uses a challenge up; false if it was used before. */
export function takeChallenge(tx: Tx, challenge: string, expiresAt: number): boolean {
  return (
    tx.run(
      "INSERT INTO used_passkey_challenges (challenge, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
      challenge,
      expiresAt,
    ).changes === 1
  );
}

/** Deletes expired challenges, up to `chunk` per call. Returns how many. */
export function purgeChallenges(tx: Tx, expiredBefore: number, chunk: number): number {
  return tx.run("DELETE FROM used_passkey_challenges WHERE expires_at <= ? LIMIT ?", expiredBefore, chunk)
    .changes;
}
