import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { type KeyRow, updateKey } from "./store.ts";

export const EndedSecret = Type.Object({
  key_id: Type.String({ description: "Id of the key whose old secret was ended." }),
  ended_at: Timestamp({
    description: "Time of the change. From then on, requests signed with the old secret are refused.",
  }),
  was_valid_until: Timestamp({ description: "Time at which the old secret would have ended by itself." }),
});

/** Until when the secret before the last rotation is valid; null if it is not valid any more. */
export function oldSecretValidUntil(row: KeyRow, nowMs: number): number | null {
  const until = row.previous_secret_expires_at;
  return until !== null && until > nowMs ? until : null;
}

/** Ends the secret before the last rotation at once. @throws Problem state_conflict if none is valid */
export function endOldSecret(tx: Tx, actor: Actor, row: KeyRow): Static<typeof EndedSecret> {
  const until = oldSecretValidUntil(row, tx.now);
  if (until === null)
    throw new Problem("state_conflict", `Leave it as it is: key ${row.key_id} has no old secret.`);
  updateKey(tx, row.key_id, { previous_secret_sealed: null, previous_secret_expires_at: null });
  const was_valid_until = isoUtc(until);
  recordAudit(tx, actor, { action: "key.end_old_secret", subject: row.key_id, details: { was_valid_until } });
  return { key_id: row.key_id, ended_at: isoUtc(tx.now), was_valid_until };
}
