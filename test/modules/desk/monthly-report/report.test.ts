import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { movementsByKind } from "../../../../src/modules/desk/monthly-report/movements.ts";
import { sumMonths } from "../../../../src/modules/desk/monthly-report/totals.ts";
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

const post = (kind: "credit" | "debit", amount: number, reason = "quest") =>
  world.call("POST", `/api/salutes/${kind}`, {
    key: acme,
    body: { user_id: "ext:zoe", amount, reason },
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
    provisional: ["The month is not over.", "Usage and deliveries are counted until 2026-11-21 10:00 UTC."],
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
  const december = (await report("month=2026-11&partner=acme")).json;
  expect(december.partners[0].ledger.verified_at).toBe("2026-12-01T10:00:00.000Z");
  expect(december.provisional).toEqual(["Deliveries that still wait are counted again until 2026-12-08."]);
  world.clock.advance(40 * DAY_MS);
  await world.services.live.writer.run((tx) => {
    tx.run("DELETE FROM usage_rollups");
    tx.run("DELETE FROM usage_minutes");
  });
  await post("credit", 5);
  await count();
  const later = (await report("month=2026-11&partner=acme")).json;
  expect([later.provisional, later.partners[0].usage]).toEqual([[], december.partners[0].usage]);
  const january = (await report("month=2027-01&partner=acme")).json.partners[0].ledger;
  expect(january).toMatchObject({ opening: 10, closing: 15, entries: 1 });
});

test("an unknown partner and a month that has not begun are refused by name", async () => {
  expect((await report("month=2026-11&partner=99")).status).toBe(404);
  const future = await report("month=2026-12");
  expect([future.status, future.json.details[0].field]).toEqual([400, "month"]);
  expect((await report("month=2026-13")).json.details[0].field).toBe("month");
});

test("one partner's report has its figures as members of its own, and movements by reason", async () => {
  await post("credit", 10);
  await post("credit", 4, "gift");
  await post("debit", 2.5);
  await count();
  const byName = (await report("month=2026-11&partner=acme")).json;
  expect((await report("partner=1")).json).toEqual(byName);
  const quest = {
    reason: "quest",
    kind: "partner",
    credits: 1,
    credited: 10,
    debits: 1,
    debited: 2.5,
    net: 7.5,
  };
  expect(byName).toMatchObject({
    partner: "acme",
    opening: 0,
    movements: [
      quest,
      { reason: "gift", kind: "partner", credits: 1, credited: 4, debits: 0, debited: 0, net: 4 },
    ],
    closing: 11.5,
    entries: 3,
    usage: [{ key_id: acme.key_id, requests: 4 }],
    settlements: [],
    deliveries: { created: 0 },
    incidents: [],
  });
  expect(byName.partners[0].ledger.movements).toEqual([
    { kind: "partner", credits: 2, credited: 14, debits: 1, debited: 2.5 },
  ]);
  expect((await report("month=2026-11")).json).not.toHaveProperty("movements");
});

test("beyond 200 reasons the rest are one movement, and all together are the closing", async () => {
  for (let each = 1; each <= 203; each++) await post("credit", each, `reason-${each}`);
  const { movements, closing, entries } = (await report("partner=acme")).json;
  expect(entries).toBe(203);
  expect(movements).toHaveLength(201);
  expect(movements[0]).toMatchObject({ reason: "reason-203", net: 203 });
  expect(movements[200]).toMatchObject({ reason: "3 other reasons", kind: "other", credits: 3, net: 6 });
  expect(movements.reduce((sum: number, { net }: { net: number }) => sum + net, 0)).toBe(closing);
});

test("the page shows all partners, and one partner in detail", async () => {
  await post("credit", 1234.5);
  await count();
  const vera = await signedIn(world, "vera", "viewer");
  const all = await vera.open(PATH);
  expect(all.text).toContain(`href="${PATH}?month=2026-10"`);
  expect(all.text).toContain("All partners, 2026-11");
  expect(all.text).toContain(`href="${PATH}?month=2026-11&amp;partner=acme"`);
  const one = await vera.open(`${PATH}?month=2026-11&partner=acme`);
  for (const words of [
    "acme, 2026-11",
    "Calls of the partner",
    '<span class="roomy">quest</span>',
    "1,234.5",
    acme.key_id,
    "Provisional figures",
  ])
    expect(one.text).toContain(words);
});

test("sums of several partners are exact beyond the numbers of JSON", () => {
  const row = {
    partner_id: 1,
    month: "2026-11",
    kind: "partner",
    reason: "x",
    credits: 1,
    debits: 0,
    debited: 0n,
  } as const;
  const month = (amount: bigint) => ({
    opening: amount,
    movements: [{ ...row, credited: amount }],
    closing: 2n * amount,
    entries: 1,
    verifiedAt: 5,
  });
  const months = [month(9_007_199_254_740_993n), month(2n), { ...month(0n), entries: 0, verifiedAt: null }];
  const { opening, closing, entries, verifiedAt, movements } = sumMonths(months);
  expect([opening, closing, entries, verifiedAt]).toEqual([
    9_007_199_254_740_995n,
    18_014_398_509_481_990n,
    2,
    5,
  ]);
  expect(movementsByKind(movements)).toMatchObject([{ kind: "partner", credited: 90_071_992_547_409.95 }]);
});
