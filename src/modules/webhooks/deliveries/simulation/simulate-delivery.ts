import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { composeRequest, findLastAttempt, type SentRequest } from "./sent-request.ts";
import { findSimulated } from "./simulation-store.ts";

export const Simulation = Type.Object(
  {
    headers: Type.Record(Type.String(), Type.String(), {
      description: "Headers of the request by name, including the signatures.",
    }),
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
  const next = { attempt: 1, attempted_at: row.updated_at, header_names: row.header_names };
  return composeRequest(row, findLastAttempt(sql, deliveryId) ?? next, keyring);
}

/** The request of the last attempt at a record, or null if none was made. @throws Error if the record does not exist */
export function readSentRequest(
  sql: Sql,
  keyring: Keyring,
  deliveryId: number,
): Static<typeof SentRequest> | null {
  const last = findLastAttempt(sql, deliveryId);
  return last === null ? null : simulateDelivery(sql, keyring, deliveryId);
}
