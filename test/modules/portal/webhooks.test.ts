import { afterEach, beforeEach, expect, test } from "bun:test";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { createWebhook } from "../../../src/modules/webhooks/webhooks/index.ts";
import { portalVisitor } from "../../harness/app/portal.ts";
import type { Visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Webhooks and deliveries on partners' own pages. */

let world: World;
let key: IssuedKey;
let browser: Visitor;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  browser = await portalVisitor(world, key);
});
afterEach(() => world.close());

const TARGET = "https://partner.example/hooks";
const listed = async () => (await world.call("GET", "/api/partner/webhooks", { key })).json.webhooks;
const records = async () => (await world.call("GET", "/api/partner/webhook-events", { key })).json.events;

async function createOne(): Promise<number> {
  await browser.open("/partners/webhooks");
  const made = await browser.submit("/partners/webhooks", { target_url: TARGET, event_types: "users.*" });
  expect([made.status, /whsec_[A-Za-z0-9+/=]{44}/.test(made.text)]).toEqual([200, true]);
  return (await listed())[0].id;
}

test("a webhook is created with a secret that is shown once, changed, switched off and deleted", async () => {
  const id = await createOne();
  const at = `/partners/webhooks/${id}`;
  const page = await browser.open(at);
  expect([page.status, page.text.includes(TARGET), page.text.includes("whsec_")]).toEqual([200, true, false]);
  const fields = {
    target_url: `${TARGET}/v2`,
    event_types: "salutes.*",
    max_per_second: "20",
    description: "Shop",
  };
  expect((await browser.submit(`${at}/settings`, fields)).status).toBe(303);
  expect(await listed()).toMatchObject([
    { target_url: `${TARGET}/v2`, event_types: ["salutes.*"], max_per_second: 20, description: "Shop" },
  ]);
  await browser.submit(`${at}/switch`, { is_active: "0", reason: "Moves on Monday" });
  expect((await listed())[0]).toMatchObject({
    is_active: 0,
    off_reason: "partner",
    reason: "Moves on Monday",
  });
  expect((await browser.open(at)).text).toContain("Moves on Monday");
  await browser.submit(`${at}/switch`, { is_active: "1" });
  expect((await browser.open(at)).text).not.toContain("Moves on Monday");
  expect((await browser.open(`${at}/rotate`)).status).toBe(200);
  const rotated = await browser.submit(`${at}/rotate`);
  expect([rotated.status, rotated.text.includes("whsec_")]).toEqual([200, true]);
  expect((await browser.open(`${at}/delete`)).text).toContain("cannot be brought back");
  expect((await browser.submit(`${at}/delete`)).status).toBe(303);
  expect(await listed()).toEqual([]);
  expect((await browser.open(at)).status).toBe(404);
  const trail = world.services.live.read.all<{ action: string; details: string }>(
    "SELECT action, details FROM audit_entries WHERE actor = 'portal:acme' AND action LIKE 'webhook.%' ORDER BY id",
  );
  expect(trail.map(({ action }) => action)).toEqual([
    "webhook.create",
    "webhook.update",
    "webhook.update",
    "webhook.update",
    "webhook.rotate",
    "webhook.delete",
  ]);
  expect(JSON.parse(trail[1]?.details ?? "")).toMatchObject({
    was: { target_url: TARGET, max_per_second: null },
    is: { target_url: `${TARGET}/v2`, max_per_second: 20 },
  });
  expect(JSON.parse(trail[2]?.details ?? "").is).toEqual({ is_active: false, reason: "Moves on Monday" });
});

test("saved settings keep the order of event types, and leave no audit entry if nothing changed", async () => {
  const event_types = ["users.created", "salutes.credit"];
  const body = { target_url: TARGET, event_types, headers: { "X-Tag": "a" } };
  const { id } = (await world.call("POST", "/api/partner/webhooks", { key, body })).json.webhook;
  const at = `/partners/webhooks/${id}`;
  const save = async (types: string[]) => {
    await browser.open(at);
    const fields = { target_url: TARGET, event_types: types };
    expect((await browser.submit(`${at}/settings`, fields)).status).toBe(303);
    return (await listed())[0].event_types;
  };
  const entries = () =>
    world.services.live.read.all("SELECT id FROM audit_entries WHERE action = 'webhook.update'").length;
  expect(await save(event_types.toReversed())).toEqual(event_types);
  expect(entries()).toBe(0);
  expect(await save(["*", ...event_types.toReversed()])).toEqual([...event_types, "*"]);
  expect(entries()).toBe(1);
  await world.call("PATCH", `/api/partner/webhooks/${id}`, { key, body: { headers: { "X-Tag": "b" } } });
  expect(entries()).toBe(2);
});

test("a refused webhook keeps the input and names the field, and none is made", async () => {
  await browser.open("/partners/webhooks");
  const refused = await browser.submit("/partners/webhooks", {
    target_url: "http://10.0.0.1/x",
    event_types: "*",
  });
  expect([refused.status, refused.text.includes("http://10.0.0.1/x")]).toEqual([400, true]);
  await browser.open("/partners/webhooks");
  const bare = await browser.submit("/partners/webhooks", { target_url: TARGET });
  expect([bare.status, bare.text.includes("must be at least one type")]).toEqual([400, true]);
  expect(await listed()).toEqual([]);
});

test("own headers are set, kept and removed; their values are neither shown nor in the audit trail", async () => {
  const secret = "Bearer 7e11aa05";
  const fields = { target_url: TARGET, event_types: "*" };
  const lines = `Authorization: ${secret}\r\n\r\nX-Shop:  eu 1 `;
  await browser.open("/partners/webhooks");
  expect((await browser.submit("/partners/webhooks", { ...fields, headers: lines })).status).toBe(200);
  const headersNow = async () => (await listed())[0].headers;
  expect(await headersNow()).toEqual({ Authorization: "***", "X-Shop": "***" });
  const at = `/partners/webhooks/${(await listed())[0].id}`;
  const page = (await browser.open(at)).text;
  expect([page.includes("Authorization, X-Shop"), page.includes("7e11aa05")]).toEqual([true, false]);
  await browser.submit(`${at}/settings`, fields);
  expect(await headersNow()).toEqual({ Authorization: "***", "X-Shop": "***" });
  for (const [wrong, words] of [
    ["no header", "line 1 is not"],
    [Array.from({ length: 11 }, (_, i) => `X-${i}: a`).join("\n"), "at most 10 lines"],
    ["Host: partner.example", "is set by salute"],
  ] as const) {
    await browser.open(at);
    const refused = await browser.submit(`${at}/settings`, { ...fields, headers: wrong });
    expect([refused.status, refused.text.includes(words)]).toEqual([400, true]);
  }
  await browser.open(at);
  await browser.submit(`${at}/settings`, { ...fields, headers: "X-Shop: us" });
  expect(await headersNow()).toEqual({ "X-Shop": "***" });
  await browser.open(at);
  await browser.submit(`${at}/settings`, { ...fields, remove_headers: "1" });
  expect(await headersNow()).toEqual({});
  const trail = world.services.live.read.all<{ details: string }>("SELECT details FROM audit_entries");
  expect(JSON.stringify(trail)).not.toContain("7e11aa05");
});

test("metadata is set, shown as lines, kept as it was when other settings are saved, and removed", async () => {
  const fields = { target_url: TARGET, event_types: "*" };
  const notes = { team: "checkout: eu", note: " leading space" };
  const id = await createOne();
  const at = `/partners/webhooks/${id}`;
  const save = async (metadata: string) => {
    await browser.open(at);
    return browser.submit(`${at}/settings`, { ...fields, metadata });
  };
  const now = async () => (await listed())[0].metadata;
  const patched = { key, body: { metadata: notes } };
  expect((await world.call("PATCH", `/api/partner/webhooks/${id}`, patched)).status).toBe(200);
  const shown = /<textarea[^>]*name="metadata"[^>]*>([^<]*)</.exec((await browser.open(at)).text)?.[1] ?? "";
  expect(shown).toBe("team: checkout: eu\nnote:  leading space");
  expect((await save(shown.replaceAll("\n", "\r\n"))).status).toBe(303);
  expect(await now()).toEqual(notes);
  for (const [wrong, words] of [
    ["team: eu\nTeam: eu", "line 2 is not"],
    ["no note", "line 1 is not"],
    [`team: ${"x".repeat(201)}`, "line 1 is not"],
    ["team: a\nteam: b", "only once"],
    [Array.from({ length: 17 }, (_, i) => `n${i}: a`).join("\n"), "at most 16 lines"],
  ] as const) {
    const refused = await save(wrong);
    expect([wrong, refused.status, refused.text.includes(words)]).toEqual([wrong, 400, true]);
  }
  expect(await now()).toEqual(notes);
  expect((await save("")).status).toBe(303);
  expect(await now()).toBeNull();
  await browser.open("/partners/webhooks");
  await browser.submit("/partners/webhooks", { ...fields, metadata: "order: 1" });
  expect(await now()).toEqual({ order: "1" });
});

test("a test is queued, and its delivery shows what is sent; failed ones are sent again", async () => {
  const id = await createOne();
  await browser.open(`/partners/webhooks/${id}`);
  const tested = await browser.submit(`/partners/webhooks/${id}/test`);
  const [record] = await records();
  expect(tested.headers.get("location")).toBe(`/partners/deliveries/${record.id}`);
  const page = await browser.open(`/partners/deliveries/${record.id}`);
  expect([page.status, page.text.includes("webhook.test")]).toEqual([200, true]);
  const early = await browser.submit(`/partners/deliveries/${record.id}/retry`);
  expect([early.status, early.text.includes("on its way")]).toEqual([409, true]);
  await world.services.live.writer.run((tx) =>
    tx.run(
      "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = ?, attempts = 14, next_attempt_at = NULL",
      tx.now,
    ),
  );
  const list = await browser.open("/partners/deliveries?status=dead_letter");
  expect(list.text).toContain(`value="${record.id}"`);
  expect((await browser.submit("/partners/deliveries/retry", { id: String(record.id) })).status).toBe(303);
  expect((await records())[0].status).toBe("pending");
  expect((await browser.open("/partners/deliveries")).text).toContain("1 of 1 delivery is sent again");
});

test("dead letters of a deleted webhook are not counted as failing, and offer neither link nor box", async () => {
  const id = await createOne();
  await browser.open(`/partners/webhooks/${id}`);
  await browser.submit(`/partners/webhooks/${id}/test`);
  const die = "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = 1, next_attempt_at = NULL";
  await world.services.live.writer.run((tx) => tx.run(die));
  const [record] = await records();
  expect((await browser.open("/partners")).text).toContain("1 delivery");
  await browser.open(`/partners/webhooks/${id}/delete`);
  await browser.submit(`/partners/webhooks/${id}/delete`);
  expect((await browser.open("/partners")).text).toContain("no delivery waits for a retry");
  const { text } = await browser.open("/partners/deliveries?status=dead_letter");
  expect(text).toContain(`${id} (deleted)`);
  expect(text).toContain(`href="/partners/deliveries/${record.id}"`);
  expect([text.includes(`value="${record.id}"`), text.includes(`webhook_id=${id}`)]).toEqual([false, false]);
});

test("a test of a webhook that is off is said to wait", async () => {
  const at = `/partners/webhooks/${await createOne()}`;
  await browser.open(at);
  await browser.submit(`${at}/switch`, { is_active: "0" });
  const tested = await browser.submit(`${at}/test`);
  const { text } = await browser.open(tested.headers.get("location") ?? "");
  expect(text).toContain("The test waits until the webhook is switched on");
});

test("a dead letter is sent again from its own page", async () => {
  const id = await createOne();
  await browser.open(`/partners/webhooks/${id}`);
  await browser.submit(`/partners/webhooks/${id}/test`);
  await world.services.live.writer.run((tx) =>
    tx.run(
      "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = ?, attempts = 14, next_attempt_at = NULL",
      tx.now,
    ),
  );
  const at = `/partners/deliveries/${(await records())[0].id}`;
  expect((await browser.open(at)).text).toContain("Retry");
  expect((await browser.submit(`${at}/retry`)).status).toBe(303);
  expect((await records())[0].status).toBe("pending");
});

test("a retry says why deliveries are not sent again, and returns to the list with its filters", async () => {
  const id = await createOne();
  await world.createUser(key, "zoe");
  await browser.open(`/partners/webhooks/${id}`);
  await browser.submit(`/partners/webhooks/${id}/test`);
  const list = "/partners/deliveries?event_type=webhook.test";
  const [tested, created] = await records();
  const retry = async (ids: number[]) => {
    expect((await browser.open(list)).text).toContain(`name="form_page" value="${list}"`);
    return browser.submit("/partners/deliveries/retry", { id: ids.map(String), form_page: list });
  };
  const early = await retry([tested.id, created.id]);
  expect([early.status, early.text.includes("2: it is on its way")]).toEqual([409, true]);
  expect(early.text).not.toContain("0 of 2");
  await world.services.live.writer.run((tx) =>
    tx.run(
      "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = 1, next_attempt_at = NULL WHERE id = ?",
      tested.id,
    ),
  );
  const some = await retry([tested.id, created.id]);
  expect([some.status, some.headers.get("location")]).toEqual([303, list]);
  expect((await browser.open(list)).text).toContain(
    "1 of 2 deliveries are sent again, the others not (1: it is on its way",
  );
  const fields = { status: "dead_letter", form_page: list };
  const none = await browser.submit("/partners/deliveries/retry-all", fields);
  expect([none.status, none.text.includes("no delivery fits")]).toEqual([409, true]);
});

test("all that a filter selects are sent again, beyond what a page shows", async () => {
  const id = await createOne();
  await browser.open(`/partners/webhooks/${id}`);
  for (let i = 0; i < 130; i++) await world.createUser(key, `zoe-${i}`);
  const die =
    "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = 1, next_attempt_at = NULL WHERE id > 1";
  await world.services.live.writer.run((tx) => tx.run(die));
  const at = "/partners/deliveries";
  expect((await browser.open(at)).text).not.toContain("/retry-all");
  const { text } = await browser.open(`${at}?status=dead_letter&webhook_id=${id}&from=2026-11-21`);
  const form = /<form[^>]* action="[^"]*\/retry-all".*?<\/form>/s.exec(text)?.[0] ?? "";
  const fields = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  expect(fields).toMatchObject({ status: "dead_letter", webhook_id: String(id), from: "2026-11-21" });
  expect((await browser.submit(`${at}/retry-all`, fields)).status).toBe(303);
  expect((await browser.open(at)).text).toContain("129 of 129 deliveries are sent again.");
  const left = world.services.live.read.get(
    "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE state <> 'pending'",
  );
  expect(left).toEqual({ n: 0 });
  const wrong = await browser.submit(`${at}/retry-all`, { status: "delivered" });
  expect(wrong.status).toBe(400);
});

test("deliveries are shown by the type of their event, and sent again by it", async () => {
  const id = await createOne();
  await world.createUser(key, "zoe");
  await browser.open(`/partners/webhooks/${id}`);
  await browser.submit(`/partners/webhooks/${id}/test`);
  const die = "UPDATE webhook_deliveries SET state = 'dead_letter', died_at = 1, next_attempt_at = NULL";
  await world.services.live.writer.run((tx) => tx.run(die));
  const at = "/partners/deliveries";
  const { text } = await browser.open(`${at}?status=dead_letter&event_type=webhook.test`);
  const [record] = (await records()).filter(
    (each: { event_type: string }) => each.event_type === "webhook.test",
  );
  expect([...text.matchAll(/href="\/partners\/deliveries\/(\d+)"/g)].map(([, each]) => each)).toEqual([
    String(record.id),
  ]);
  expect(text).toContain('name="event_type" value="webhook.test"');
  const fields = { status: "dead_letter", event_type: "webhook.test" };
  expect((await browser.submit(`${at}/retry-all`, fields)).status).toBe(303);
  expect((await records()).map((each: { status: string }) => each.status).sort()).toEqual([
    "dead_letter",
    "pending",
  ]);
});

test("there are at most as many webhooks as by the API", async () => {
  await world.services.live.writer.run((tx) => {
    for (let i = 0; i < 50; i++)
      createWebhook(tx, {
        partnerId: tx.get<{ id: number }>("SELECT id FROM partners WHERE name = 'acme'")?.id ?? 0,
        body: { target_url: TARGET, event_types: ["*"] },
        keyring: world.services.keyring,
        targets: { allowHttp: false, allowPrivate: false },
      });
  });
  await browser.open("/partners/webhooks");
  const refused = await browser.submit("/partners/webhooks", { target_url: TARGET, event_types: "*" });
  expect([refused.status, refused.text.includes("at most 50")]).toEqual([409, true]);
});

test("a webhook is sent what it missed", async () => {
  await world.createUser(key, "zoe");
  const id = await createOne();
  await browser.open(`/partners/webhooks/${id}`);
  world.clock.advance(60_000);
  const sent = await browser.submit(`/partners/webhooks/${id}/recover`, { since: "2026-11-21" });
  expect(sent.status).toBe(303);
  expect((await browser.open(`/partners/webhooks/${id}`)).text).toContain("1 delivery is queued");
  expect((await records()).map((each: { event_type: string }) => each.event_type)).toEqual(["users.created"]);
});

test("a session for reading has no forms but its end, and each change is refused", async () => {
  const id = await createOne();
  const reader = await portalVisitor(world, key, "read");
  for (const path of [
    "/partners",
    "/partners/deliveries",
    "/partners/webhooks",
    `/partners/webhooks/${id}`,
  ]) {
    const { text } = await reader.open(path);
    expect([path, [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, to]) => to)]).toEqual([
      path,
      ["/partners/sign-out"],
    ]);
  }
  const refused = await reader.submit(`/partners/webhooks/${id}/delete`);
  expect([refused.status, refused.text.includes("may only read")]).toEqual([403, true]);
  expect((await listed()).length).toBe(1);
});
