import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const PATH = "/admin/ops/reports/monthly";

let world: World;
let acme: IssuedKey;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  acme = await world.createKey("acme");
  await world.createKey("beta");
  await world.createUser(acme, "zoe");
  const { token } = await makeOperator(world, "eve", "viewer");
  headers = { authorization: `Bearer ${token}` };
});

afterEach(() => world.close());

const post = (kind: "credit" | "debit", amount: number) =>
  world.call("POST", `/api/salutes/${kind}`, {
    key: acme,
    body: { user_id: "ext:zoe", amount, reason: "quest" },
  });
const report = (query: string) => world.call("GET", `${PATH}?${query}`, { headers });
async function count(): Promise<void> {
  await world.services.usage.flush();
  await runJob(world, "month_figures");
}

test("the current month: ledger, usage and deliveries, all provisional", async () => {
  await world.call("POST", "/api/partner/webhooks", {
    key: acme,
    body: { event_types: ["salutes.credit"], target_url: "https://hooks.acme.example/in" },
  });
  await post("credit", 10);
  await post("debit", 2.5);
  const before = (await report("month=2026-11")).json;
  expect(before.provisional).toEqual(["The month is not over.", "Usage and deliveries are not counted yet."]);
  await count();
  const { json } = await report("month=2026-11");
  expect(json).toMatchObject({
    month: "2026-11",
    provisional: [
      "The month is not over.",
      "Usage and deliveries are counted until 2026-11-21T10:00:00.000Z.",
    ],
    counted_at: "2026-11-21T10:00:00.000Z",
    count: 2,
    incidents: [],
  });
  const ledger = {
    opening: 0,
    movements: [{ kind: "partner", credits: 1, credited: 10, debits: 1, debited: 2.5 }],
    closing: 7.5,
    entries: 2,
    verified_at: null,
  };
  const deliveries = { created: 1, delivered: 0, waiting: 1, dead_letters: 0, cancelled: 0 };
  expect(json.partners[0]).toEqual({
    partner_id: 1,
    partner: "acme",
    ledger,
    settlements: [],
    usage: [{ key_id: acme.key_id, requests: 4, errors: 0, server_errors: 0, rate_limited: 0 }],
    deliveries,
  });
  expect(json.partners[1]).toMatchObject({ partner: "beta", usage: [], ledger: { closing: 0 } });
  expect(json.totals).toEqual({
    ledger,
    settlements: [],
    requests: 4,
    errors: 0,
    server_errors: 0,
    deliveries,
  });
});

test("a finished month is verified, keeps its usage beyond 35 days, and opens the next one", async () => {
  await post("credit", 10);
  await count();
  world.clock.advance(10 * DAY_MS);
  await count();
  const december = (await report("month=2026-11&partner_id=1")).json;
  expect(december.partners[0].ledger.verified_at).toBe("2026-12-01T10:00:00.000Z");
  expect(december.provisional).toEqual(["Deliveries that still wait are counted again until 2026-12-08."]);
  world.clock.advance(40 * DAY_MS);
  await world.services.live.writer.run((tx) => {
    tx.run("DELETE FROM usage_rollups");
    tx.run("DELETE FROM usage_minutes");
  });
  await post("credit", 5);
  await count();
  const later = (await report("month=2026-11&partner_id=1")).json;
  expect([later.provisional, later.partners[0].usage]).toEqual([[], december.partners[0].usage]);
  const january = (await report("month=2027-01&partner_id=1")).json.partners[0].ledger;
  expect(january).toMatchObject({ opening: 10, closing: 15, entries: 1 });
});

test("an unknown partner and a month that has not begun are refused by name", async () => {
  expect((await report("month=2026-11&partner_id=99")).status).toBe(404);
  const future = await report("month=2026-12");
  expect([future.status, future.json.details[0].field]).toEqual([400, "month"]);
  expect((await report("month=2026-13")).json.details[0].field).toBe("month");
});

test("the page shows all partners, and one partner in detail", async () => {
  await post("credit", 1234.5);
  await count();
  const vera = await signedIn(world, "vera", "viewer");
  const all = await vera.open("/admin/reports");
  expect(all.text).toContain("All partners, 2026-11");
  expect(all.text).toContain('href="/admin/reports?month=2026-11&amp;partner_id=1"');
  const one = await vera.open("/admin/reports?month=2026-11&partner_id=1");
  for (const words of [
    "acme, 2026-11",
    "Calls of the partner",
    "1,234.5",
    acme.key_id,
    "Provisional figures",
  ])
    expect(one.text).toContain(words);
});
