import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { switchWebhook } from "../../../../src/modules/webhooks/deliveries/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { createWebhook, credit, states, switchTo } from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let webhook: number;
let token: string;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  webhook = await createWebhook(world, key, "salutes.credit");
  await world.createUser(key, "zoe");
  token = (await makeOperator(world, "ops", "operator")).token;
});

afterEach(() => world.close());

const enable = (id: number, bearer = token) =>
  world.call("POST", `/admin/partners/webhooks/${id}/enable`, {
    nonce: null,
    headers: { authorization: `Bearer ${bearer}` },
  });
const switchOff = (why: "partner" | "gone") =>
  world.services.live.writer.run((tx) => switchWebhook(tx, webhook, why));
const audited = () =>
  world.services.live.read.all<{ actor: string; subject: string; details: string }>(
    "SELECT actor, subject, details FROM audit_entries WHERE action = 'webhook.enable'",
  );

test.each(["partner", "gone"] as const)(
  "a webhook that is off (%s) is on again, its held deliveries are due, and the trail says why it was off",
  async (why) => {
    await switchOff(why);
    await credit(world, key, "ext:zoe");
    expect(states(world)).toEqual(["held"]);
    const { status, json } = await enable(webhook);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      webhook_id: webhook,
      partner: "acme",
      is_active: true,
      was_off_reason: why,
    });
    expect(states(world)).toEqual(["pending"]);
    const [entry, ...others] = audited();
    expect(others).toEqual([]);
    expect([entry?.actor, entry?.subject]).toEqual(["ops", `webhook:${webhook}`]);
    expect(JSON.parse(entry?.details ?? "")).toMatchObject({ partner: "acme", was_off_reason: why });
  },
);

test("409 while it is on, 404 for an unknown and a deleted one, 403 for a viewer: nothing changes", async () => {
  expect((await enable(webhook)).status).toBe(409);
  expect((await enable(999)).status).toBe(404);
  await switchTo(world, key, webhook, false);
  const viewer = await makeOperator(world, "eve", "viewer");
  expect((await enable(webhook, viewer.token)).status).toBe(403);
  await world.call("DELETE", `/api/partner/webhooks/${webhook}`, { key });
  expect((await enable(webhook)).status).toBe(404);
  expect(audited()).toEqual([]);
});

test("the partner's page has a button for a webhook that is off, for operators only", async () => {
  const at = `/admin/deliveries/webhooks/${webhook}/enable`;
  const operator = await signedIn(world, "second", "operator");
  expect((await operator.open("/admin/partners/acme")).text).not.toContain(at);
  await switchOff("gone");
  const viewer = await signedIn(world, "eve", "viewer");
  expect((await viewer.open("/admin/partners/acme")).text).not.toContain(at);
  const page = await operator.open("/admin/partners/acme");
  expect([page.text.includes("off: answered 410"), page.text.includes(at)]).toEqual([true, true]);
  expect((await operator.submit(at)).headers.get("location")).toBe("/admin/partners/acme");
  const after = (await operator.open("/admin/partners/acme")).text;
  expect([after.includes(`Webhook ${webhook} is on`), after.includes(at)]).toEqual([true, false]);
  expect(audited()).toHaveLength(1);
  await switchOff("gone");
  await operator.open("/admin/partners/acme");
  await enable(webhook);
  expect((await operator.submit(at)).status).toBe(409);
});
