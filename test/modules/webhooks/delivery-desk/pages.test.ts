import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, credit, lease, records, states, switchTo } from "../deliveries/fixture.ts";

let world: World;
let key: IssuedKey;
let operator: Visitor;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await createWebhook(world, key, "salutes.credit");
  await credit(world, key, await world.createUser(key, "zoe"));
  operator = await signedIn(world, "ops", "operator");
  await operator.open("/admin/deliveries");
});

afterEach(() => world.close());

const idOfFirst = () => records(world)[0]?.id ?? 0;
/** Ids of the deliveries that a list shows. */
const listed = async (query: string) => {
  const { status, text } = await operator.open(`/admin/deliveries${query}`);
  expect(status).toBe(200);
  return [...text.matchAll(/<th scope="row"><a href="\/admin\/deliveries\/(\d+)">/g)].map(([, id]) =>
    Number(id),
  );
};
describe("one delivery", () => {
  test("a dead letter waits on the overview, is listed with its reason, and is retried at a button", async () => {
    const id = idOfFirst();
    await attempt(world, id, "dead_letter", "timeout");
    expect((await operator.open("/admin")).text).toContain("Dead letters of webhooks");
    const list = (await operator.open("/admin/deliveries?state=dead_letter")).text;
    for (const part of ["acme", "salutes.credit", "timeout", "partner.example"]) expect(list).toContain(part);
    const page = (await operator.open(`/admin/deliveries/${id}`)).text;
    for (const part of ["out of order", "500", "https://partner.example/hooks/salute"])
      expect(page).toContain(part);
    expect((await operator.submit(`/admin/deliveries/${id}/replay`)).status).toBe(303);
    expect(states(world)).toEqual(["pending"]);
    expect((await operator.open("/admin/deliveries")).text).toContain("The delivery is sent again.");
  });

  test("is held by a retry while its webhook is off, and the page says so", async () => {
    const id = idOfFirst();
    await attempt(world, id, "dead_letter");
    const webhook = records(world)[0]?.webhook_id ?? 0;
    await switchTo(world, key, webhook, false);
    await operator.submit(`/admin/deliveries/${id}/replay`);
    expect(states(world)).toEqual(["held"]);
    const { text } = await operator.open(`/admin/deliveries/${id}`);
    expect(text).toContain(`The delivery is held until webhook ${webhook} is on.`);
    expect(text).not.toContain("The delivery is sent again.");
  });

  test("shows its payload byte for byte and each attempt's headers without a signature", async () => {
    const id = idOfFirst();
    await attempt(world, id, "failed");
    const uid =
      world.services.live.read.get<{ uid: string }>("SELECT uid FROM events WHERE fanout_count = 1")?.uid ??
      "";
    const { text } = await operator.open(`/admin/deliveries/${id}`);
    expect(text).toContain(
      `{&quot;event_id&quot;:&quot;${uid}&quot;,&quot;event_type&quot;:&quot;salutes.credit&quot;`,
    );
    expect(text).toContain(`X-Webhook-Id: ${uid}`);
    expect(text).toContain(`X-Webhook-Timestamp: ${Math.floor(world.clock.now() / 1000)}`);
    expect(text).toContain("X-Webhook-Attempt: 1");
    expect(text).not.toMatch(/v1,|signature: /i);
    expect(text).toContain('href="/admin/partners/acme"');
    expect(text).toContain('href="/admin/users/1"');
  });

  test("409 for one that is on its way, 404 for one that is none, 403 for a viewer", async () => {
    expect((await operator.submit(`/admin/deliveries/${idOfFirst()}/replay`)).status).toBe(409);
    expect((await operator.submit("/admin/deliveries/999/replay")).status).toBe(404);
    expect((await operator.open("/admin/deliveries/999")).status).toBe(404);
    await attempt(world, idOfFirst(), "failed");
    const viewer = await signedIn(world, "eve", "viewer");
    expect((await viewer.open(`/admin/deliveries/${idOfFirst()}`)).text).not.toContain("Retry");
    await viewer.open("/admin/account");
    expect((await viewer.submit(`/admin/deliveries/${idOfFirst()}/replay`)).status).toBe(403);
  });
});

describe("the list", () => {
  test("names each record's webhook and URL, below the endpoints that fail", async () => {
    await attempt(world, idOfFirst(), "failed");
    const { text } = await operator.open("/admin/deliveries");
    expect(text).toContain('<a href="/admin/deliveries?webhook_id=1">1</a>');
    expect(text).toContain("https://partner.example/hooks/salute");
    expect(text.indexOf('id="hosts"')).toBeLessThan(text.indexOf('id="deliveries"'));
  });

  test("says that an overdue attempt is due, never that it was in the past", async () => {
    await attempt(world, idOfFirst(), "failed");
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhook_deliveries SET next_attempt_at = ?", tx.now - MINUTE_MS),
    );
    expect((await operator.open("/admin/deliveries")).text).toContain("<div>due now</div>");
    const record = (await operator.open(`/admin/deliveries/${idOfFirst()}`)).text;
    expect(record).toContain("<dd>due now</dd>");
    expect(record).toContain(`<title>Delivery ${idOfFirst()} to partner.example`);
  });

  test("shows the columns that its address names", async () => {
    const { text } = await operator.open("/admin/deliveries?columns=id,event_id");
    expect(text).toContain(">Event id</a></th>");
    expect(text).not.toContain(">Last error</a></th>");
    expect((await operator.open("/admin/deliveries?columns=%3C")).status).toBe(400);
  });

  test("shows every state, each by its filter, of one partner, webhook, host, event type and time", async () => {
    for (let more = 0; more < 4; more++) await credit(world, key, "ext:zoe");
    const other = await world.createKey("other");
    await createWebhook(world, other);
    await world.createUser(other, "ann");
    const [pending = 0, delivering = 0, delivered = 0, failed = 0, dead = 0, last = 0] = records(world).map(
      ({ id }) => id,
    );
    await lease(world, delivering);
    await attempt(world, delivered, "delivered");
    await attempt(world, failed, "failed");
    await attempt(world, dead, "dead_letter");
    expect(await listed("")).toEqual([last, dead, failed, delivered, delivering, pending]);
    expect(await listed("?state=pending")).toEqual([last, pending]);
    expect(await listed("?state=pending&partner=acme")).toEqual([pending]);
    expect(await listed("?state=delivering")).toEqual([delivering]);
    expect(await listed("?state=delivered")).toEqual([delivered]);
    expect(await listed("?state=failed")).toEqual([failed]);
    expect(await listed("?state=dead_letter&host=partner.example")).toEqual([dead]);
    expect(await listed("?state=held")).toEqual([]);
    expect(await listed("?state=cancelled&webhook_id=1")).toEqual([]);
    expect(await listed("?partner=other")).toEqual([last]);
    expect(await listed("?webhook_id=2")).toEqual([last]);
    expect(await listed("?webhook_id=2&partner=acme")).toEqual([]);
    expect(await listed("?host=partner.example&state=failed")).toEqual([failed]);
    expect(await listed("?host=elsewhere.example")).toEqual([]);
    expect(await listed("?event_type=users.created")).toEqual([last]);
    expect(await listed("?event_type=salutes.credit&partner=acme&state=failed")).toEqual([failed]);
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    expect(await listed(`?from=${day}&to=${day}&state=failed`)).toEqual([failed]);
    expect(await listed("?to=2020-01-01")).toEqual([]);
    const later = new Date(world.clock.now() + MINUTE_MS).toISOString().slice(0, 16);
    expect(await listed(`?from=${later}Z`)).toEqual([]);
  });

  test("leads on to earlier records, none left out and none twice", async () => {
    for (let more = 0; more < 60; more++) await credit(world, key, "ext:zoe");
    for (const query of ["?", "?event_type=salutes.credit", "?state=pending", "?partner=acme"]) {
      const first = await listed(query);
      expect(first).toHaveLength(50);
      const rest = await listed(`${query}&before=${first.at(-1)}`.replace("?&", "?"));
      expect(new Set([...first, ...rest]).size).toBe(61);
    }
  });

  test("400 for a day that no calendar has, and for a state that is none", async () => {
    expect((await operator.open("/admin/deliveries?from=2026-02-30")).status).toBe(400);
    expect((await operator.open("/admin/deliveries?state=lost")).status).toBe(400);
  });

  test("hosts stand by their share of failed attempts, and a webhook that is probed says so", async () => {
    await attempt(world, idOfFirst(), "failed");
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhooks SET consecutive_failures = 21, probe_at = ?", tx.now),
    );
    const { text } = await operator.open("/admin/deliveries");
    expect(text).toContain("100 %");
    expect(text).toContain("1 of 1");
    expect(text).toContain("failing, probed (21 failures running)");
  });
});
