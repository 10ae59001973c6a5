import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});
afterAll(() => world.close());

const METADATA = { order: "1001", shop: "Zürich, “Süd”" };
const call = (method: string, path: string, body?: object) =>
  world.call(method, path, { key, ...(body === undefined ? {} : { body }) });
const get = async (path: string) => (await call("GET", path)).json;
const lastEvent = async (type: string) => (await get(`/api/partner/events?types=${type}`)).events.at(-1).data;

describe("metadata of a user", () => {
  test("is in answers, lists and events, and replaced as a whole", async () => {
    const made = await call("POST", "/api/partner/users", { external_id: "zoe", metadata: METADATA });
    expect([made.status, made.json.user.metadata]).toEqual([201, METADATA]);
    expect((await lastEvent("users.created")).metadata).toEqual(METADATA);
    const change = (body: object) => call("PATCH", "/api/partner/users/ext:zoe", body);
    expect((await change({ display_name: "Zoe" })).json.user.metadata).toEqual(METADATA);
    expect((await change({ metadata: { tier: "gold" } })).json.user.metadata).toEqual({ tier: "gold" });
    expect(await lastEvent("users.updated")).toMatchObject({
      metadata: { tier: "gold" },
      changed_fields: ["metadata"],
    });
    expect((await get("/api/partner/users")).users[0].metadata).toEqual({ tier: "gold" });
    for (const none of [null, {}]) expect((await change({ metadata: none })).json.user.metadata).toBeNull();
  });

  test("is erased with the user", async () => {
    await call("POST", "/api/partner/users", { external_id: "gone", metadata: METADATA });
    await call("DELETE", "/api/partner/users/ext:gone");
    const kept = world.services.live.read.all("SELECT 1 FROM users WHERE metadata IS NOT NULL");
    expect(kept).toEqual([]);
  });
});

describe("metadata of an entry", () => {
  test("is in the answer, the ledger, its CSV, and the event; of a batch's items too", async () => {
    const user_id = await world.createUser(key, "max");
    const entry = { user_id, amount: 2, reason: "quest" };
    const credit = await call("POST", "/api/salutes/credit", { ...entry, metadata: METADATA });
    expect([credit.status, credit.json.metadata]).toEqual([200, METADATA]);
    expect((await lastEvent("salutes.credit")).metadata).toEqual(METADATA);
    const debit = await call("POST", "/api/salutes/debit", { ...entry, amount: 1, metadata: { cart: "7" } });
    expect(debit.json.metadata).toEqual({ cart: "7" });
    expect((await call("POST", "/api/salutes/credit", entry)).json.metadata).toBeNull();
    const items = [{ operation: "credit", ...entry, metadata: { item: "0" } }];
    expect((await call("POST", "/api/salutes/batch", { items })).json.applied).toBe(1);
    const { ledger } = await get(`/api/salutes/ledger?user_id=${user_id}`);
    const noted = ledger.map(({ metadata }: { metadata: object | null }) => metadata);
    expect(noted).toEqual([{ item: "0" }, null, { cart: "7" }, METADATA]);
    const { text } = await call("GET", `/api/salutes/ledger.csv?user_id=${user_id}`);
    expect(text.split("\r\n")[0]).toEndWith(",reversed_by,reverses,metadata");
    expect(text).toContain('"{""cart"":""7""}"');
  });

  test("is part of the intent", async () => {
    const user_id = await world.createUser(key, "ida");
    const body = { user_id, amount: 2, reason: "quest" };
    const send = (metadata: object) =>
      world.call("POST", "/api/salutes/credit", { key, body: { ...body, metadata }, idempotencyKey: "one" });
    await send({ order: "1" });
    const { json } = await send({ order: "2" });
    expect([json.error, json.conflict.differs]).toEqual(["idempotency_conflict", ["metadata"]]);
  });
});

test("claims keep it in answers, lists and events; webhooks in answers and lists", async () => {
  const user_id = await world.createUser(key, "eva");
  const claim = { campaign: "Drive", amount: 5, currency: "SALUTES", recipient: { user_id } };
  const issued = await call("POST", "/api/partner/donation-claim", { ...claim, metadata: METADATA });
  expect([issued.status, issued.json.metadata]).toEqual([201, METADATA]);
  expect((await lastEvent("donation.claim")).metadata).toEqual(METADATA);
  expect((await get("/api/partner/donation-claims")).claims[0].metadata).toEqual(METADATA);
  const hook = { event_type: "*", target_url: "https://partner.example/in", metadata: { team: "shop" } };
  const made = await call("POST", "/api/partner/webhooks", hook);
  expect([made.status, made.json.webhook.metadata]).toEqual([201, { team: "shop" }]);
  const changed = await call("PATCH", `/api/partner/webhooks/${made.json.webhook.id}`, {
    metadata: { team: "web" },
  });
  expect(changed.json.webhook.metadata).toEqual({ team: "web" });
  expect((await get("/api/partner/webhooks")).webhooks[0].metadata).toEqual({ team: "web" });
});

test("metadata of another form is 400 invalid_payload with the field, and nothing is done", async () => {
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`n${i}`, "x"]));
  const wrong = [many, { Order: "1" }, { "1a": "1" }, { [`a${"b".repeat(40)}`]: "1" }, { a: 1 }, { a: null }];
  for (const metadata of [...wrong, { a: "x".repeat(201) }, { a: "\n" }, ["a"], "a"]) {
    const { status, json } = await call("POST", "/api/partner/users", { external_id: "no", metadata });
    expect([metadata, status, json.error]).toEqual([metadata, 400, "invalid_payload"]);
    expect(json.details[0].field).toStartWith("metadata");
  }
  expect((await call("GET", "/api/partner/users/ext:no")).status).toBe(404);
  const { json } = await call("POST", "/api/partner/users", { external_id: "no", metadata: many });
  expect(json.details[0].message).toBe("must be an object of at most 16 texts");
  const most = Object.fromEntries(
    Array.from({ length: 16 }, (_, i) => [`n${i}_${"b".repeat(30)}`, "é".repeat(200)]),
  );
  for (const [external_id, metadata] of [
    ["full", most],
    ["empty", { a: "" }],
  ] as const) {
    const made = await call("POST", "/api/partner/users", { external_id, metadata });
    expect([made.status, made.json.user.metadata]).toEqual([201, metadata]);
  }
});

describe("lists are filtered by notes", () => {
  const lists: [string, (json: never) => { metadata: object }[]][] = [
    ["/api/partner/users", ({ users }) => users],
    ["/api/partner/user-lookup", ({ users }) => users],
    ["/api/salutes/ledger", ({ ledger }) => ledger],
    ["/api/partner/donation-claims", ({ claims }) => claims],
    ["/api/partner/webhooks", ({ webhooks }) => webhooks],
  ];

  test("each by one or two, together with its other conditions and page by page", async () => {
    for (const tier of ["gold", "iron", "gold"]) {
      const metadata = { filtered: "Zürich & Süd", tier };
      const external_id = `f-${Math.random()}`;
      const made = await call("POST", "/api/partner/users", { external_id, metadata });
      const user_id = String(made.json.user.id);
      await call("POST", "/api/salutes/credit", { user_id, amount: 2, reason: "quest", metadata });
      const claim = { campaign: "F", amount: 5, currency: "SALUTES", recipient: { user_id } };
      await call("POST", "/api/partner/donation-claim", { ...claim, metadata });
      const hook = { event_type: "*", target_url: "https://partner.example/in", metadata };
      await call("POST", "/api/partner/webhooks", hook);
    }
    const one = `metadata.filtered=${encodeURIComponent("Zürich & Süd")}`;
    for (const [path, rows] of lists) {
      const tiers = async (query: string) => {
        const json = await get(`${path}?${query}`);
        return rows(json as never).map(({ metadata }) => (metadata as { tier: string }).tier);
      };
      expect([path, (await tiers(one)).sort()]).toEqual([path, ["gold", "gold", "iron"]]);
      expect(await tiers(`${one}&metadata.tier=gold`)).toEqual(["gold", "gold"]);
      expect(await tiers(`${one}&metadata.tier=none`)).toEqual([]);
      const first = await get(`${path}?${one}&metadata.tier=gold&limit=1`);
      expect(first.query.metadata).toEqual({ filtered: "Zürich & Süd", tier: "gold" });
      const cursor = first.pagination.next_cursor;
      expect(await tiers(`metadata.tier=gold&${one}&limit=1&cursor=${cursor}`)).toEqual(["gold"]);
      expect((await call("GET", `${path}?${one}&limit=1&cursor=${cursor}`)).status).toBe(400);
    }
    const { text } = await call("GET", `/api/salutes/ledger.csv?${one}&metadata.tier=iron`);
    expect(text.trim().split("\r\n").length).toBe(2);
  });

  test("a changed user and an erased claim are found by their new notes alone", async () => {
    const made = await call("POST", "/api/partner/users", { external_id: "moved", metadata: { at: "here" } });
    const user_id = String(made.json.user.id);
    const claim = { campaign: "F", amount: 5, currency: "SALUTES", recipient: { user_id } };
    const { json } = await call("POST", "/api/partner/donation-claim", {
      ...claim,
      metadata: { at: "here" },
    });
    await call("PATCH", "/api/partner/users/ext:moved", { metadata: { at: "there" } });
    const found = async (at: string) => (await get(`/api/partner/users?metadata.at=${at}`)).count;
    expect([await found("here"), await found("there")]).toEqual([0, 1]);
    const claims = async () => (await get("/api/partner/donation-claims?metadata.at=here")).count;
    expect(await claims()).toBe(1);
    const cancelled = await call("POST", `/api/partner/donation-claims/${json.claim_code}/cancel`);
    expect(cancelled.status).toBe(200);
    expect((await call("DELETE", "/api/partner/users/ext:moved")).status).toBe(200);
    expect([await found("there"), await claims()]).toEqual([0, 0]);
    expect(world.services.live.read.all("SELECT 1 FROM claims_by_metadata WHERE name = 'at'")).toEqual([]);
  });

  test.each([
    ["metadata.a=1&metadata.b=1&metadata.c=1", "metadata", "at most 2 notes"],
    ["metadata.Order=1", "metadata.Order", "a name that matches ^[a-z][a-z0-9_]{0,39}$"],
    ["metadata.=1", "metadata.", "a name that matches"],
    [`metadata.a=${"x".repeat(201)}`, "metadata.a", "1 to 200 characters"],
    ["metadata.a=1&metadata.a=2", "metadata.a", "is given twice"],
    ["metadata.a=%ff", "metadata.a", "percent-encoded"],
    ["metadata=1", "metadata", "at most 2 notes"],
    ["metadata.__proto__=1", "metadata.__proto__", "a name that matches"],
  ])("%s is 400 naming it", async (query, field, words) => {
    for (const [path] of lists) {
      const { status, json } = await call("GET", `${path}?${query}`);
      expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_query", field]);
      expect(json.details[0].message).toContain(words);
    }
  });
});
