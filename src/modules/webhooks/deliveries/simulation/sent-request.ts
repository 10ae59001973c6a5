import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../../db/sql.ts";
import { SECOND_MS } from "../../../../kit/clock.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { deliveryHeaders, envelopeBody, PREVIOUS_SECRET_MS } from "../../envelope/index.ts";
import { type AttemptRow, listAttempts } from "../attempt-store.ts";
import { MASK, maskedHeaders } from "../sending/own-headers.ts";
import type { SimulatedRow } from "./simulation-store.ts";

export const SentRequest = Type.Object(
  {
    headers: Type.Record(Type.String(), Type.String(), {
      description:
        "As salute set them, signatures included; Host and Content-Length are not listed. *** stands for values of your own headers, and for signatures with a secret that was replaced since. user-agent names the version that runs now.",
      examples: [{ "X-Webhook-Event": "salutes.credit", "X-Webhook-Attempt": "1", Authorization: "***" }],
    }),
    body: Type.String({
      description: "Byte for byte, as it was signed.",
      examples: ['{"event_id":"evt_01KAK2TJ00ZQ8V7M3D9C4X5R1B","event_type":"salutes.credit","data":{}}'],
    }),
  },
  { title: "SentRequest", description: "The request of the last attempt." },
);

type SentAttempt = Pick<AttemptRow, "attempt" | "attempted_at" | "header_names">;

/** The last attempt at a record, probes included; null before the first. */
export function findLastAttempt(sql: Sql, deliveryId: number): SentAttempt | null {
  return listAttempts(sql, deliveryId, { after: null, offset: 0, limit: 1 })[0] ?? null;
}

/** The request of an attempt at a record, computed again. */
export function composeRequest(
  row: SimulatedRow,
  { attempt, attempted_at: nowMs, header_names }: SentAttempt,
  keyring: Keyring,
): Static<typeof SentRequest> {
  const { previous_secret_sealed: previous } = row;
  const secrets = {
    secret: keyring.unseal(row.secret_sealed, row.webhook_uid),
    previousSecret: previous === null ? null : keyring.unseal(previous, row.webhook_uid),
    previousSecretExpiresAt: row.previous_secret_expires_at ?? 0,
  };
  const body = envelopeBody(row);
  const own = maskedHeaders(header_names);
  const headers = deliveryHeaders(row, secrets, { body, attempt, nowMs });
  const signatures = Object.keys(headers).filter((name) => /-signature$/i.test(name));
  const masked = isSecretKnown(row, nowMs) ? {} : Object.fromEntries(signatures.map((name) => [name, MASK]));
  return { headers: { ...own, ...headers, ...masked }, body };
}

/** Whether an attempt used the current secret: one about the time of a rotation may have used either. */
function isSecretKnown(
  { previous_secret_expires_at: expiresAt }: SimulatedRow,
  attemptedAt: number,
): boolean {
  return expiresAt === null || attemptedAt >= expiresAt - PREVIOUS_SECRET_MS + SECOND_MS;
}
