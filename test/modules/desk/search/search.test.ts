import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const WALLET = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

let world: World;
let key: IssuedKey;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_ALLOW_HTTP: "1" });
  key = await world.createKey("acme");
  headers = { authorization: `Bearer ${(await makeOperator(world, "zoe", "operator")).token}` };
});

afterEach(() => world.close());

const find = async (q: string) => {
  const { json } = await world.call("GET", `/admin/search?q=${encodeURIComponent(q)}`, { headers });
  return json.results as { kind: string; id: string; title: string; detail: string }[];
};
const kinds = async (q: string) => (await find(q)).map(({ kind }) => kind);

describe("the desk's search", () => {
  test("finds partners, keys, users, wallets, entries, deliveries and claims by their names, ids and references", async () => {
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { event_type: "*", target_url: "http://127.0.0.1:9/x" },
    });
    const user = await world.createUser(key, "customer-77");
    await world.call("POST", `/api/partner/users/${user}/wallets`, {
      key,
      body: { blockchain: "solana", wallet_address: WALLET },
    });
    await world.call("POST", "/api/salutes/credit", {
      key,
      idempotencyKey: "order-4711",
      body: { user_id: user, amount: 5, reason: "gift" },
    });
    const claim = await world.call("POST", "/api/partner/donation-claim", {
      key,
      body: {
        campaign: "spring",
        amount: 1,
        currency: "USDC",
        recipient: { name: "Ann" },
        reference: "ref-1",
      },
    });
    expect(await kinds("acme")).toEqual(["partner"]);
    expect(await kinds(key.key_id)).toContain("key");
    expect((await find("customer-77"))[0]).toMatchObject({ kind: "user", id: String(user) });
    expect(await kinds(WALLET)).toContain("wallet");
    expect(await kinds("order-4711")).toEqual(["ledger_entry"]);
    expect(await kinds("ref-1")).toEqual(["claim"]);
    expect(await kinds(claim.json.claim_code)).toEqual(["claim"]);
    const uid =
      world.services.live.read.get<{ uid: string }>("SELECT uid FROM events ORDER BY id LIMIT 1")?.uid ?? "";
    expect(await kinds(uid)).toContain("delivery");
    const byNumber = await kinds("1");
    for (const kind of ["user", "ledger_entry", "delivery", "claim"]) expect(byNumber).toContain(kind);
  });

  test("shows how far back request ids are found", async () => {
    const since = new Date(world.clock.now()).toISOString();
    await world.call("GET", "/api/partner/users/1", { key });
    await world.call("GET", "/status.json");
    const { json } = await world.call("GET", "/admin/search?q=none", { headers });
    expect(json.requests_since).toEqual({ successes: since, refusals: since });
    const eve = await signedIn(world, "eve", "viewer");
    expect((await eve.open("/admin/search?q=none")).text).toContain("Others are in the log");
  });

  test("finds request ids of this process, links in the inbox and incidents", async () => {
    const answer = await world.call("GET", "/api/public/system-status/trend?limit=0");
    const id = answer.headers.get("x-request-id") ?? "";
    expect((await find(id))[0]).toMatchObject({
      kind: "request",
      id,
      title: "GET /api/public/system-status/trend",
    });
    const post = (path: string, body: object) =>
      world.call("POST", `/admin/ops${path}`, { headers, body, nonce: null, idempotencyKey: null });
    await post("/link-inbox/links", { url: "https://example.com/report" });
    await post("/incidents", { title: "Late" });
    expect(await kinds("example.com/REPORT")).toEqual(["link"]);
    expect(await kinds("1")).toContain("incident");
  });

  test("finds the users of every partner, however many there are", async () => {
    await world.services.live.writer.run((tx) => {
      for (let other = 0; other < 250; other++)
        tx.run("INSERT INTO partners (name, created_at) VALUES (?, ?)", `partner-${other}`, tx.now);
    });
    await world.createUser(await world.createKey("newest"), "Customer-250");
    const hit = { kind: "user", title: "Customer-250", detail: "newest, active" };
    expect(await find("tomer-250")).toMatchObject([hit]);
    expect(await find("user:TOMER-25")).toMatchObject([hit]);
  });

  test("shows no e-mail address, no secret and no claim code", async () => {
    await world.call("POST", "/api/partner/users", {
      key,
      body: { external_id: "hidden-1", email: "recognisable@example.org" },
    });
    const { text } = await world.call("GET", "/admin/search?q=recognisable", { headers });
    expect(text).toContain("hidden-1");
    expect(text.replaceAll('"q":"recognisable"', "")).not.toContain("recognisable@");
  });

  test.each(['"', "a OR b", "%", "'; DROP TABLE users; --", "NEAR(a b)", "*", "é", "x".repeat(200)])(
    "takes %s as text",
    async (q) => {
      expect(await find(q)).toEqual([]);
    },
  );

  test("is a field on every operators' page, and only for operators", async () => {
    const browser = await signedIn(world, "ada", "viewer");
    for (const path of ["/admin", "/admin/ops/digest", "/admin/audit"])
      expect((await browser.open(path)).text).toContain('action="/admin/search"');
    expect((await browser.open("/admin/search?q=acme")).text).toContain("acme");
    expect((await browser.open("/admin/search")).text).toContain("Enter an id");
    expect((await world.call("GET", "/admin/search?q=acme")).status).toBe(403);
    expect((await world.call("GET", `/admin/search?q=${"x".repeat(201)}`, { headers })).status).toBe(400);
  });
});

describe("the overview", () => {
  test("has charts of the last 24 hours: requests, errors, latency, deliveries, entries", async () => {
    const browser = await signedIn(world, "ada", "viewer");
    const user = await world.createUser(key, "u-1");
    await world.call("POST", "/api/partner/webhooks", {
      key,
      body: { event_type: "*", target_url: "http://127.0.0.1:9/x" },
    });
    await world.call("POST", "/api/salutes/credit", {
      key,
      body: { user_id: user, amount: 5, reason: "gift" },
    });
    const { text } = await browser.open("/admin");
    for (const id of ["requests-chart", "p95-chart", "deliveries-chart", "credits-chart"])
      expect(text).toContain(`id="${id}`);
    expect(text).not.toContain("<script>");
  });
});
