import type { Static } from "@sinclair/typebox";
import { SECOND_MS } from "../../../kit/clock.ts";
import { hmacSha256Base64 } from "../../../kit/crypto/seal.ts";
import { deliveryHeaders, envelopeBody } from "../../webhooks/envelope/index.ts";
import { isSecret } from "../../webhooks/webhooks/index.ts";
import { FIXTURE_SECRET, SANDBOX_START_MS } from "../files/index.ts";
import type { RunBody } from "./model.ts";
import { SCENARIOS } from "./scenarios.ts";

/**
 * The delivery that a scenario would cause, signed like a real one.
 * @param keyId of the caller, for X-Partner-Key.
 * @param clockNow Unix milliseconds, real time.
 */
export function runScenario(body: Static<typeof RunBody>, keyId: string, clockNow: number) {
  const scenario = SCENARIOS.find(({ id }) => id === body.scenario_id);
  if (scenario === undefined) throw new Error(`there is no scenario ${body.scenario_id}`);
  const { id, title, event_type, uid, data } = scenario;
  const text = envelopeBody({
    uid,
    event_type,
    data: JSON.stringify(data),
    sequence: 1,
    idempotency_key: null,
    created_at: SANDBOX_START_MS,
  });
  const secret = body.secret ?? FIXTURE_SECRET;
  const signedAt = timeOf(body.timestamp, clockNow);
  const secrets = { secret, previousSecret: null, previousSecretExpiresAt: 0 };
  const headers = deliveryHeaders({ uid, event_type }, secrets, { body: text, attempt: 1, nowMs: signedAt });
  return {
    selected_scenario_id: id,
    scenario: { id, title, event_type },
    simulation: {
      headers: {
        ...headers,
        ...(isSecret(secret) ? {} : plainSecretSignature(secret, headers, text)),
        "X-Partner-Key": body.key_id ?? keyId,
      },
      body: text,
    },
    fixture_secret: body.secret === undefined ? FIXTURE_SECRET : null,
  };
}

function timeOf(timestamp: Static<typeof RunBody>["timestamp"], clockNow: number): number {
  if (timestamp === undefined) return SANDBOX_START_MS;
  return timestamp === "now" ? clockNow : timestamp * SECOND_MS;
}

/** Standard Webhooks uses a secret without whsec_ directly as the key, without base64. */
function plainSecretSignature(secret: string, headers: Record<string, string>, body: string) {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return { "webhook-signature": `v1,${hmacSha256Base64(Buffer.from(secret), signed)}` };
}
