import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let acme: IssuedKey;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  acme = await world.createKey("acme");
  await world.createUser(acme, "zoe");
  const { token } = await makeOperator(world, "eve", "viewer");
  headers = { authorization: `Bearer ${token}` };
});

afterEach(() => world.close());

const post = (key: IssuedKey, amount: number, reason: string, kind = "credit") =>
  world.call("POST", `/api/salutes/${kind}`, {
    key,
    idempotencyKey: `${reason}-${amount}`,
    body: { user_id: "ext:zoe", amount, reason },
  });
const list = (query = "") => world.call("GET", `/admin/ops/ledger/entries.json${query}`, { headers });

test("entries of all partners, newest first, with the sums of the whole filter on each page", async () => {
  const beta = await world.createKey("beta");
  await world.createUser(beta, "zoe");
  await post(acme, 10, "quest");
  await post(beta, 7.5, "quest");
  await post(acme, 2.25, "shop", "debit");
  const first = (await list("?limit=2")).json;
  expect(first.entries.map((each: { id: number }) => each.id)).toEqual([3, 2]);
  expect(first.entries[0]).toMatchObject({
    partner: "acme",
    delta: -2.25,
    balance_after: 7.75,
    origin: "partner",
  });
  const sums = { count: 3, credited: 17.5, debited: 2.25, net: 15.25 };
  expect(first.sums).toEqual(sums);
  const second = (await list(`?limit=2&cursor=${first.pagination.next_cursor}`)).json;
  expect(second.entries.map((each: { id: number }) => each.id)).toEqual([1]);
  expect([second.sums, second.pagination.has_more]).toEqual([sums, false]);
});

test.each([
  ["partner=acme", [4, 3, 1]],
  ["partner=nobody", []],
  ["user=1", [4, 3, 1]],
  ["partner=acme&user=ext:zoe&reason=quest", [4, 1]],
  ["reason=quest", [4, 2, 1]],
  ["idempotency_key=quest-7.5", [2]],
  ["min_amount=2.25&max_amount=7.5", [3, 2]],
  ["origin=system", []],
  ["from=2026-11-22", []],
  ["to=2026-11-22", [4, 3, 2, 1]],
])(
  "the filter %s finds its entries, before and after they are in the search tables",
  async (query, expected) => {
    const beta = await world.createKey("beta");
    await world.createUser(beta, "zoe");
    await post(acme, 10, "quest");
    await post(beta, 7.5, "quest");
    await post(acme, 2.25, "shop", "debit");
    await post(acme, 20, "quest");
    const ids = async () =>
      (await list(`?limit=200&${query}`)).json.entries.map((each: { id: number }) => each.id);
    expect(await ids()).toEqual(expected);
    for (let each = 1; each <= 70; each++) await post(acme, each + 100, "later");
    expect((await ids()).filter((id: number) => id <= 4)).toEqual(expected);
  },
);

test.each(["reason=rare", "source=old", "idempotency_key=rare-1", "reason=rare&source=old"])(
  "the filter %s finds one entry behind more than a page examines",
  async (query) => {
    const old = { user_id: "ext:zoe", amount: 1, reason: "rare", source: "old" };
    await world.call("POST", "/api/salutes/credit", { key: acme, body: old, idempotencyKey: "rare-1" });
    const item = { operation: "credit", user_id: "ext:zoe", amount: 1, reason: "quest" };
    const items = Array.from({ length: 100 }, () => item);
    for (let batch = 0; batch < 101; batch++)
      await world.call("POST", "/api/salutes/batch", { key: acme, body: { items } });
    const { entries, sums, pagination } = (await list(`?${query}`)).json;
    expect([entries.map(({ id }: { id: number }) => id), sums.count]).toEqual([[1], 1]);
    expect(pagination.has_more).toBe(false);
    const quest = (await list("?reason=quest&limit=1")).json;
    expect([quest.entries[0].id, quest.sums.count]).toEqual([10_101, 10_100]);
  },
);

test("a day behind more entries than a page examines is searched alone", async () => {
  await post(acme, 1, "old");
  world.clock.advance(DAY_MS);
  await world.services.live.writer.run((tx) =>
    tx.run(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 11000)
        INSERT INTO ledger_entries (id, partner_id, user_id, delta, balance_after, reason, source, origin, idempotency_key,
          payload_hash, status, created_at)
        SELECT i, 1, 1, 1, 1, 'new', 'api', 'partner', 'new-' || i, 'hash', 200, ? FROM n`,
      tx.now,
    ),
  );
  const { json } = await list("?from=2026-11-21&to=2026-11-21");
  expect([json.count, json.sums.count, json.pagination.has_more]).toEqual([1, 1, false]);
  const eve = await signedIn(world, "olga", "viewer");
  expect((await eve.open("/admin/ledger?from=2026-11-21&to=2026-11-21")).text).toContain(">old<");
  const partner = (await list("?partner=acme&from=2026-11-21&to=2026-11-21")).json;
  expect([partner.count, partner.sums.count, partner.pagination.has_more]).toEqual([1, 1, false]);
  expect((await list("?from=2026-11-22")).json.sums.count).toBe(11_000);
});

test("an external id without a partner is refused", async () => {
  const answer = await list("?user=ext:zoe");
  expect([answer.status, answer.json.error]).toEqual([400, "invalid_query"]);
});

test("amounts in the wrong order are a fault of the largest, and no filter to reverse by", async () => {
  await post(acme, 10, "quest");
  const query = "min_amount=10.01&max_amount=10";
  for (const kind of ["json", "csv"]) {
    const { status, json } = await world.call("GET", `/admin/ops/ledger/entries.${kind}?${query}`, {
      headers,
    });
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_query", "max_amount"]);
  }
  expect((await list("?min_amount=10&max_amount=10")).json.count).toBe(1);
  const operator = await signedIn(world, "otto", "operator");
  for (const path of ["/admin/ledger", "/admin/ledger/reversals/new"])
    expect((await operator.open(`${path}?${query}`)).status).toBe(400);
  const { text } = await operator.open(`/admin/ledger?${query}`);
  expect(text).toMatch(/name="max_amount"[^>]*value="10"[^>]*aria-invalid="true"/);
  expect(text).toContain("It must not be smaller than min_amount.");
  expect(text).not.toContain("Reverse all entries");
  expect((await operator.open("/admin/ledger?min_amount=10")).text).toContain("Reverse all entries");
});

test("the CSV and the page show what the filter finds", async () => {
  await post(acme, 10, "quest");
  await post(acme, 5, "shop", "debit");
  const csv = (await world.call("GET", "/admin/ops/ledger/entries.csv?reason=quest", { headers })).text;
  expect(csv.trimEnd().split("\r\n")).toEqual([
    "id,partner,user_id,delta,balance_after,reason,source,origin,idempotency_key,partner_key_id,created_at,reversed_by,reverses,metadata",
    `1,acme,1,10,10,quest,api,partner,quest-10,${acme.key_id},2026-11-21T10:00:00.000Z,,,`,
  ]);
  const viewer = await signedIn(world, "vera", "viewer");
  const { status, text } = await viewer.open("/admin/ledger?reason=quest&min_amount=1");
  expect([status, text.includes("quest-10"), text.includes("shop-5")]).toEqual([200, true, false]);
  expect(text).toContain("/admin/ops/ledger/entries.csv?reason=quest&amp;min_amount=1");
});

test("the CSV takes limit and the list's cursor, and both forms have the metadata", async () => {
  for (const amount of [1, 2, 3]) {
    const body = { user_id: "ext:zoe", amount, reason: "quest", metadata: { order: `${amount}`, note: "" } };
    await world.call("POST", "/api/salutes/credit", { key: acme, body });
  }
  const first = (await list("?limit=1")).json;
  expect(first.entries[0].metadata).toEqual({ order: "3", note: "" });
  const target = `/admin/ops/ledger/entries.csv?limit=1&cursor=${first.pagination.next_cursor}`;
  const { text } = await world.call("GET", target, { headers });
  const [, ...rows] = text.trimEnd().split("\r\n");
  expect(rows).toEqual([expect.stringMatching(/^2,.*,"{""order"":""2"",""note"":""""}"$/)]);
  const other = await world.call("GET", `${target}&reason=other`, { headers });
  expect([other.status, other.json.error]).toEqual([400, "invalid_query"]);
});

test("an empty ledger says what makes an entry, and an empty filter that it matches none", async () => {
  const viewer = await signedIn(world, "vera", "viewer");
  expect((await viewer.open("/admin/ledger")).text).toContain("Each credit or debit is one");
  const filtered = (await viewer.open("/admin/ledger?reason=quest")).text;
  expect(filtered).toContain("No entries match these filters.");
});
