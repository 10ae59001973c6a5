import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { deliveryHeaders, envelopeBody } from "../sending/envelope.ts";
import { findSimulated } from "./simulation-store.ts";

export const Simulation = Type.Object(
  {
    headers: Type.Record(Type.String(), Type.String(), { description: "Including the signatures." }),
    body: Type.String({ description: "The exact text that is signed." }),
  },
  { title: "Simulation", description: "The request that a live delivery would send." },
);

/**
 * The last attempt's request, or the next one's if none was made, at the file's own time. It verifies like a real
 * delivery.
 * @throws Error if the record does not exist.
 */
export function simulateDelivery(sql: Sql, keyring: Keyring, deliveryId: number): Static<typeof Simulation> {
  const row = findSimulated(sql, deliveryId);
  if (row === null) throw new Error(`there is no delivery record ${deliveryId}`);
  const { previous_secret_sealed: previous } = row;
  const secrets = {
    secret: keyring.unseal(row.secret_sealed, row.webhook_uid),
    previousSecret: previous === null ? null : keyring.unseal(previous, row.webhook_uid),
    previousSecretExpiresAt: row.previous_secret_expires_at ?? 0,
  };
  const body = envelopeBody(row);
  return {
    headers: deliveryHeaders(row, secrets, {
      body,
      attempt: Math.max(1, row.attempts),
      nowMs: row.last_attempt_at ?? row.updated_at,
    }),
    body,
  };
}
