import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** A partner says in its own words why it switches a webhook off. */

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  const body = { event_type: "*", target_url: "https://partner.example/hooks" };
  await world.call("POST", "/api/partner/webhooks", { key, body });
});
afterEach(() => world.close());

const WORDS = "Receiver moves to a new host on Monday";

async function patch(body: object, by = key) {
  const base = by.mode === "sandbox" ? "/api/partner/sandbox" : "/api/partner";
  const { status, json } = await world.call("PATCH", `${base}/webhooks/1`, { key: by, body });
  return { status, webhook: json.webhook, fault: [json.error, json.details?.[0]?.field] };
}

test("the reason is in the webhook's answers and in the audit trail until the webhook is on again", async () => {
  expect((await patch({ is_active: false, reason: WORDS })).webhook).toMatchObject({
    is_active: false,
    off_reason: "partner",
    reason: WORDS,
  });
  const { json } = await world.call("GET", "/api/partner/webhooks", { key });
  expect(json.webhooks).toMatchObject([{ is_active: 0, reason: WORDS }]);
  expect((await patch({ is_active: false })).webhook.reason).toBe(WORDS);
  expect((await patch({ is_active: true })).webhook).toMatchObject({ off_reason: null, reason: null });
  expect((await patch({ is_active: false })).webhook.reason).toBeNull();
  const trail = world.services.live.read.all<{ actor: string; details: string }>(
    "SELECT actor, details FROM audit_entries WHERE action = 'webhook.update' ORDER BY id",
  );
  expect(trail.slice(0, 1)).toEqual([
    {
      actor: key.key_id,
      details: JSON.stringify({
        was: { is_active: true, reason: null },
        is: { is_active: false, reason: WORDS },
      }),
    },
  ]);
});

test("the reason of a webhook that is off can be changed and removed by itself", async () => {
  await patch({ is_active: false });
  expect((await patch({ reason: "Tests" })).webhook.reason).toBe("Tests");
  expect((await patch({ reason: null })).webhook).toMatchObject({ is_active: false, reason: null });
});

test("400 names the field for a webhook that is on or stays on, and for a long or empty text: nothing changes", async () => {
  for (const body of [
    { reason: WORDS },
    { is_active: true, reason: WORDS },
    { is_active: false, reason: "x".repeat(201) },
    { is_active: false, reason: "" },
  ])
    expect(await patch(body)).toMatchObject({ status: 400, fault: ["invalid_payload", "reason"] });
  await patch({ is_active: false });
  expect(await patch({ is_active: true, reason: WORDS })).toMatchObject({ status: 400 });
  const { json } = await world.call("GET", "/api/partner/webhooks", { key });
  expect(json.webhooks).toMatchObject([{ is_active: 0, reason: null }]);
});

test("the sandbox keeps and refuses it in the same way", async () => {
  const practice = await world.createKey("acme", "sandbox");
  expect(await patch({ reason: WORDS }, practice)).toMatchObject({
    status: 400,
    fault: ["invalid_payload", "reason"],
  });
  expect((await patch({ is_active: false, reason: WORDS }, practice)).webhook.reason).toBe(WORDS);
  expect((await patch({ is_active: true }, practice)).webhook.reason).toBeNull();
});

test("operators read it among the receivers that are off, and the trail keeps it when they switch one on", async () => {
  await patch({ is_active: false, reason: WORDS });
  await world.createUser(key, "zoe");
  const desk = await signedIn(world, "second", "operator");
  expect((await desk.open("/admin/receivers?state=off")).text).toContain(WORDS);
  const { token } = await makeOperator(world, "third", "operator");
  const headers = { authorization: `Bearer ${token}` };
  await world.call("POST", "/admin/partners/webhooks/1/enable", { nonce: null, headers });
  expect((await desk.open("/admin/receivers?state=off")).text).not.toContain(WORDS);
  const entry = world.services.live.read.get<{ details: string }>(
    "SELECT details FROM audit_entries WHERE action = 'webhook.enable'",
  );
  expect(JSON.parse(entry?.details ?? "")).toMatchObject({ was_off_reason: "partner", was_reason: WORDS });
});
