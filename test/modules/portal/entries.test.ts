import { afterEach, beforeEach, expect, test } from "bun:test";
import { portalVisitor } from "../../harness/app/portal.ts";
import type { Visitor } from "../../harness/app/visitor.ts";
import { type CorrectionWorld, createCorrectionWorld } from "../ledger/corrections/fixture.ts";

/** A ledger entry on partners' own pages. */

let world: CorrectionWorld;
let browser: Visitor;

beforeEach(async () => {
  world = await createCorrectionWorld();
  browser = await portalVisitor(world, world.key, "read");
});
afterEach(() => world.close());

const createWebhook = () =>
  world.call("POST", "/api/partner/webhooks", {
    key: world.key,
    body: { event_types: ["salutes.*"], target_url: "https://partner.example/hooks" },
  });
const eventOf = (entry: number) =>
  world.rows<{ uid: string }>(`SELECT uid FROM events WHERE data ->> '$.ledger_entry_id' = ${entry}`)[0]
    ?.uid ?? "none";

test("the request's page leads to the entry, and that to its event and the event's delivery", async () => {
  await createWebhook();
  const credit = {
    user_id: "ext:zoe",
    amount: 12.5,
    reason: "gift",
    source: "spring",
    metadata: { order: "1001", shop: "eu" },
  };
  const headers = { "x-request-id": "my-credit-0001" };
  const made = await world.call("POST", "/api/salutes/credit", {
    key: world.key,
    body: credit,
    headers,
    idempotencyKey: "order-1",
  });
  const at = `/partners/ledger/${made.json.ledger_entry_id}`;
  expect((await browser.open("/partners/requests/my-credit-0001")).text).toContain(`href="${at}"`);
  const { status, text } = await browser.open(at);
  expect(status).toBe(200);
  for (const shown of ["ext:zoe", "+12.5", "gift", "spring", "order-1", "order: 1001, shop: eu"])
    expect(text).toContain(shown);
  expect(text).toContain(eventOf(made.json.ledger_entry_id));
  for (const path of [`/partners/keys/${world.key.key_id}`, "/partners/deliveries/1"]) {
    expect(text).toContain(`href="${path}"`);
    expect((await browser.open(path)).status).toBe(200);
  }
});

test("of many entries of one moment, each has its own event", async () => {
  const items = Array.from({ length: 450 }, () => ({
    operation: "credit",
    user_id: "ext:zoe",
    amount: 1,
    reason: "quest",
  }));
  const { json } = await world.call("POST", "/api/salutes/batch", { key: world.key, body: { items } });
  for (const index of [0, 199, 200, 449]) {
    const entry = json.results[index].ledger_entry_id;
    const { text } = await browser.open(`/partners/ledger/${entry}`);
    expect([index, text.includes(eventOf(entry))]).toEqual([index, true]);
    expect(text).toContain("The event has no deliveries.");
  }
});

test("a reversed entry and its reversal lead to each other, also for a deleted user", async () => {
  const entry = await world.post("credit", 5);
  await world.reverse({ entry_ids: [entry] });
  await world.call("DELETE", `/api/partner/users/${world.userId}`, { key: world.key });
  const first = (await browser.open(`/partners/ledger/${entry}`)).text;
  const reversal = Number(/Reversed by.*?href="\/partners\/ledger\/(\d+)"/s.exec(first)?.[1]);
  expect(reversal).toBeGreaterThan(entry);
  const second = await browser.open(`/partners/ledger/${reversal}`);
  expect([second.status, second.text.includes(`href="/partners/ledger/${entry}"`)]).toEqual([200, true]);
  expect(second.text).toContain("the service made it");
});

test("an entry of which a reversal moved only a part says so", async () => {
  const entry = await world.post("credit", 5);
  await world.post("debit", 2);
  await world.reverse({ entry_ids: [entry], on_shortfall: "partial" });
  expect((await browser.open(`/partners/ledger/${entry}`)).text).toContain("<dt>Partly reversed by</dt>");
});

test("an entry outlives its event; 404 for an unknown entry and another partner's", async () => {
  const entry = await world.post("credit", 5);
  const other = await world.createKey("globex");
  await world.createUser(other, "yan");
  const body = { user_id: "ext:yan", amount: 1, reason: "quest" };
  const { json } = await world.call("POST", "/api/salutes/credit", { key: other, body });
  await world.services.live.writer.run((tx) => {
    tx.run("DELETE FROM event_feed");
    tx.run("DELETE FROM events");
  });
  expect((await browser.open(`/partners/ledger/${entry}`)).text).toContain("no longer kept");
  expect((await browser.open(`/partners/ledger/${json.ledger_entry_id}`)).status).toBe(404);
  expect((await browser.open("/partners/ledger/999")).status).toBe(404);
});

test("a refused form shows no page that the session may not open", async () => {
  const body = { user_id: "ext:zoe", amount: 5, reason: "gift", source: "spring-party" };
  const made = await world.call("POST", "/api/salutes/credit", { key: world.key, body });
  const entry = `/partners/ledger/${made.json.ledger_entry_id}`;
  const refuse = (by: Visitor, form_page: string) =>
    by.submit("/partners/sign-out", { unknown: "1", form_page });
  const shown = await refuse(browser, entry);
  expect([shown.status, shown.text.includes("spring-party")]).toEqual([400, true]);
  const narrow = await world.createKey("acme", "live", { scopes: ["users", "webhooks"] });
  const other = await portalVisitor(world, narrow);
  for (const [page, words] of [
    [entry, "spring-party"],
    ["/partners/webhooks", "<h1>Webhooks"],
  ] as const) {
    const refused = await refuse(other, page);
    expect([refused.status, refused.text.includes(words)]).toEqual([400, page !== entry]);
  }
});
