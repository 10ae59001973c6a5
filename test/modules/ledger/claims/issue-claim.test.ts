import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_MINT } from "../../../../src/chain/demo-reader.ts";
import { SEALED_TABLES } from "../../../../src/compose/modules.ts";
import { rotateMasterKey } from "../../../../src/modules/platform/master-key/index.ts";
import { type ClaimWorld, createClaimWorld } from "./fixture.ts";

let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld();
});

afterEach(() => world.close());

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;
const claimCount = () => world.rows<{ n: number }>("SELECT COUNT(*) AS n FROM donation_claims")[0]?.n;
const credited = () =>
  world.rows<{ credited: number }>("SELECT credited FROM key_daily_credits")[0]?.credited ?? 0;
const limitDaily = (hundredths: number) =>
  world.services.live.writer.run((tx) =>
    tx.run("UPDATE partner_keys SET daily_credit_limit = ?, revision = revision + 1", hundredths),
  );

describe("POST /api/partner/donation-claim", () => {
  test("201 for salutes: the claim, its code and page; nothing is credited yet; the event holds no code", async () => {
    const { status, json } = await world.issue({ amount: 25.5, reference: "order-7", expires_in: 3_600 });
    expect(status).toBe(201);
    expect(json.claim_code).toMatch(CODE);
    expect(json).toEqual({
      success: true,
      status: "issued",
      claim_status: "issued",
      claim_id: 1,
      claim_code: json.claim_code,
      claim_url: `${world.services.http.baseUrl()}/claim/${json.claim_code}`,
      campaign: "Autumn drive",
      claim_campaign_id: 1,
      amount: "25.5",
      currency: "SALUTES",
      recipient: { user_id: String(world.userId), email: null, name: null },
      reference: "order-7",
      metadata: null,
      email_sent: false,
      email_status: "not_configured",
      partner_key_id: world.key.key_id,
      wallet_address: null,
      settlement_signature: null,
      ledger_entry_id: null,
      cancel_reason: null,
      expires_at: "2026-11-21T11:00:00.000Z",
      created_at: "2026-11-21T10:00:00.000Z",
      claimed_at: null,
      resolved_at: null,
    });
    expect(await world.balance()).toBe(0);
    expect(world.rows("SELECT * FROM ledger_entries")).toEqual([]);
    expect(world.donationEvents()).toEqual(["donation.claim"]);
    expect(world.lastEvent("donation.claim")).toEqual({
      user_id: String(world.userId),
      external_id: "zoe",
      claim_id: 1,
      status: "issued",
      campaign: "Autumn drive",
      claim_campaign_id: 1,
      amount: "25.5",
      currency: "SALUTES",
      reference: "order-7",
      metadata: null,
      wallet_address: null,
      settlement_signature: null,
      ledger_entry_id: null,
      cancel_reason: null,
      expires_at: "2026-11-21T11:00:00.000Z",
    });
  });

  test("201 for another currency: to nobody by id, for 30 days, due in the project's mint", async () => {
    const { json } = await world.issueToken({
      amount: "0.000000001",
      recipient: { email: "zoe@example.com" },
    });
    expect(json).toMatchObject({
      status: "issued",
      amount: "0.000000001",
      currency: "TOKEN",
      recipient: { user_id: null, email: "zoe@example.com", name: null },
      expires_at: "2026-12-21T10:00:00.000Z",
    });
    expect(world.rows("SELECT mint, salutes FROM donation_claims")).toEqual([
      { mint: DEMO_MINT, salutes: null },
    ]);
    expect(JSON.stringify(world.lastEvent("donation.claim"))).not.toContain("@");
  });

  test("a campaign has one id a partner, and codes do not repeat", async () => {
    const answers = [await world.issue(), await world.issue(), await world.issue({ campaign: "Spring" })];
    const other = await world.createKey("other");
    await world.createUser(other, "yan");
    answers.push(await world.issue({ recipient: { user_id: "ext:yan" } }, { key: other }));
    expect(answers.map(({ json }) => json.claim_campaign_id)).toEqual([1, 1, 2, 3]);
    expect(new Set(answers.map(({ json }) => json.claim_code)).size).toBe(4);
  });

  test("a user is named by id, by text or by external id", async () => {
    for (const user_id of [world.userId, String(world.userId), "ext:zoe"]) {
      const { json } = await world.issue({ recipient: { user_id } });
      expect(json.recipient.user_id).toBe(String(world.userId));
    }
  });

  test.each([
    [{ amount: 0 }, "amount"],
    [{ amount: -1 }, "amount"],
    [{ amount: "1,5" }, "amount"],
    [{ amount: true }, "amount"],
    [{ amount: 1.234 }, "amount"],
    [{ amount: "1.234" }, "amount"],
    [{ amount: 1e13 }, "amount"],
    [{ amount: "1.0000000001", currency: "USDC" }, "amount"],
    [{ currency: "usdc" }, "currency"],
    [{ currency: "X" }, "currency"],
    [{ currency: "ABCDEFGHIJK" }, "currency"],
    [{ campaign: "" }, "campaign"],
    [{ campaign: "x".repeat(81) }, "campaign"],
    [{ campaign: "Go to evil.com" }, "campaign"],
    [{ campaign: "a\nb" }, "campaign"],
    [{ campaign: "=?utf-8?B?V2luISBldmlsLmNvbQ==?=" }, "campaign"],
    [{ campaign: "in\u200bvisible" }, "campaign"],
    [{ campaign: "a\u202eb" }, "campaign"],
    [{ campaign: "\u3164" }, "campaign"],
    [{ recipient: {} }, "recipient"],
    [{ recipient: { name: "Zoe" } }, "recipient.user_id"],
    [{ recipient: { user_id: 1, phone: "1" } }, "recipient.phone"],
    [{ recipient: { email: "nobody" } }, "recipient.email"],
    [{ recipient: null }, "recipient"],
    [{ expires_in: 0 }, "expires_in"],
    [{ expires_in: 31_536_001 }, "expires_in"],
    [{ expires_in: 1.5 }, "expires_in"],
    [{ reference: "" }, "reference"],
    [{ nonsense: 1 }, "nonsense"],
  ])("400 for %p, naming %s; nothing is issued", async (body, field) => {
    const { status, json } = await world.issue(body);
    expect([status, json.error, json.details[0].field]).toEqual([400, "invalid_payload", field]);
    expect([claimCount(), world.donationEvents(), credited()]).toEqual([0, [], 0]);
  });

  test("the bounds themselves are in: 80 characters, 1 s, 365 days", async () => {
    const campaign = `${"😀".repeat(75)}👩\u200d💻!!`;
    expect((await world.issue({ campaign, expires_in: 1 })).json.campaign).toBe(campaign);
    expect((await world.issueToken({ expires_in: 31_536_000 })).status).toBe(201);
  });

  test("403 without the scope donation; SALUTES need credit too, other currencies do not", async () => {
    const without = await world.createKey("acme", "live", { scopes: ["credit", "read"] });
    const donation = await world.createKey("acme", "live", { scopes: ["donation"] });
    const refused = await world.issue({}, { key: without });
    expect([refused.status, refused.json.message]).toEqual([403, expect.stringContaining("donation")]);
    const salutes = await world.issue({}, { key: donation });
    expect([salutes.status, salutes.json.error, salutes.json.message]).toEqual([
      403,
      "forbidden",
      expect.stringContaining("credit"),
    ]);
    const token = await world.issue({ currency: "USDC" }, { key: donation });
    expect([token.status, claimCount()]).toEqual([201, 1]);
  });

  test("404 for a user that is not there or another partner's, 409 for a suspended one", async () => {
    const other = await world.createKey("other");
    const stranger = await world.createUser(other, "yan");
    for (const user_id of [stranger, "ext:nobody"]) {
      const { status, json } = await world.issue({ recipient: { user_id } });
      expect([status, json.error]).toEqual([404, "user_not_found"]);
    }
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'suspended'"));
    const suspended = await world.issue();
    expect([suspended.status, suspended.json.error, claimCount()]).toEqual([409, "state_conflict", 0]);
  });

  test("counts against the key's daily ceiling when issued, and not again when claimed", async () => {
    await limitDaily(60_00);
    const first = await world.issue({ amount: 40 });
    const refused = await world.issue({ amount: 20.01 });
    expect([refused.status, refused.json.error]).toEqual([409, "state_conflict"]);
    expect(refused.json.message).toContain("20");
    expect((await world.issueToken({ amount: 1e6 })).status).toBe(201);
    await world.take(first.json.claim_code);
    expect(credited()).toBe(40_00);
    expect((await world.issue({ amount: 20 })).status).toBe(201);
  });
});

describe("a retry", () => {
  test("gets the first answer with its code, which no recorded answer holds", async () => {
    const first = await world.issue({}, { idempotencyKey: "order-1" });
    const again = await world.issue({}, { idempotencyKey: "order-1" });
    expect([again.status, again.json.error]).toEqual([409, "idempotency_replay"]);
    expect(again.json.original.body).toEqual(first.json);
    const other = await world.issue({ amount: 26 }, { idempotencyKey: "order-1" });
    expect(other.json.error).toBe("idempotency_conflict");
    expect(JSON.stringify(other.json)).not.toContain(first.json.claim_code);
    expect(claimCount()).toBe(1);
  });

  test("20 at once with one key issue one claim", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => world.issue({}, { idempotencyKey: "order-2" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = answers.map(({ json }) => json.claim_code ?? json.original.body.claim_code);
    expect([new Set(codes).size, claimCount(), world.donationEvents().length]).toEqual([1, 1, 1]);
  });
});

describe("a stolen file", () => {
  test("holds no code, nor does the log, after issuing, replaying, reading, claiming and cancelling", async () => {
    const kept = await world.issue({ recipient: { user_id: world.userId } }, { idempotencyKey: "order-3" });
    await world.issue({}, { idempotencyKey: "order-3" });
    const codes = [kept, await world.issue(), await world.issueToken()].map(({ json }) => json.claim_code);
    await world.take(codes[0]);
    await world.cancel(codes[1]);
    await world.read(codes[2]);
    await world.open(codes[2].toLowerCase());
    world.services.log.flush();
    const log = world.logged.join("\n");
    await world.services.live.writer.run((tx) => tx.now);
    const bytes = ["live.db", "live.db-wal"].map((file) =>
      readFileSync(join(world.dataDir, file)).toString("latin1"),
    );
    for (const code of codes) {
      for (const form of [code, code.replaceAll("-", ""), code.toLowerCase()]) {
        expect([log, ...bytes].some((text) => text.includes(form))).toBe(false);
      }
    }
    expect(kept.json.claim_code).toMatch(CODE);
  });
});

describe("a new master key", () => {
  test("leaves every code as it is: found, shown, replayed and claimed as before", async () => {
    const { json: first } = await world.issue({}, { idempotencyKey: "order-4" });
    const { live, sandbox, keyring } = world.services;
    for await (const _ of rotateMasterKey(
      { live, others: () => [sandbox], keyring, tables: SEALED_TABLES },
      { kind: "command", name: "test" },
    ));
    expect(world.rows<{ s: string }>("SELECT code_sealed AS s FROM donation_claims")[0]?.s).toStartWith(
      keyring.current.id,
    );
    await world.restart();
    const { json: second } = await world.issue();
    const replay = await world.issue({}, { idempotencyKey: "order-4" });
    expect(replay.json.original.body).toEqual(first);
    for (const { claim_code } of [first, second]) {
      expect((await world.read(claim_code)).json.claim_code).toBe(claim_code);
      expect((await world.take(claim_code)).status).toBe(303);
    }
    expect(await world.balance()).toBe(50);
  });
});

describe("reading claims", () => {
  test("by code, in any way of writing it; another partner's, a wrong and a malformed one are 404", async () => {
    const { json: issued } = await world.issue();
    const { claim_code: code } = issued;
    for (const written of [code, code.toLowerCase(), code.replaceAll("-", "").toLowerCase()]) {
      expect((await world.read(written)).json).toEqual(issued);
    }
    const other = await world.createKey("other");
    const answers = [
      await world.call("GET", `/api/partner/donation-claims/${code}`, { key: other }),
      await world.call("POST", `/api/partner/donation-claims/${code}/cancel`, { key: other }),
      await world.read("0000-0000-0000-0000"),
      await world.read("nonsense"),
    ];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual(
      answers.map(() => [404, "claim_not_found"]),
    );
    expect((await world.read(code)).json.status).toBe("issued");
  });

  test("listed newest first, by state, campaign, reference and user; the page's cursor goes on", async () => {
    const first = await world.issue({ reference: "a" });
    const second = await world.issueToken({ campaign: "Spring", reference: "b" });
    const third = await world.issue({ expires_in: 1 });
    const other = await world.createKey("other");
    world.clock.advance(1_000);
    await world.take(first.json.claim_code);
    const list = async (query: string, key = world.key) => {
      const { json } = await world.call("GET", `/api/partner/donation-claims${query}`, { key });
      return json.claims.map((each: { claim_id: number }) => each.claim_id);
    };
    const [a, b, c] = [first, second, third].map(({ json }) => json.claim_id);
    expect(await list("")).toEqual([c, b, a]);
    expect(await list("?status=issued")).toEqual([b]);
    expect(await list("?status=expired")).toEqual([c]);
    expect(await list("?status=redeemed")).toEqual([a]);
    expect(await list("?campaign=Spring")).toEqual([b]);
    expect(await list("?reference=a")).toEqual([a]);
    expect(await list("?user_id=ext:zoe")).toEqual([c, a]);
    expect(await list("", other)).toEqual([]);
    await world.expire();
    expect(await list("?status=expired")).toEqual([c]);
    for (const user_id of ["ext:nobody", "999"]) {
      const target = `/api/partner/donation-claims?user_id=${user_id}`;
      const { status, json } = await world.call("GET", target, { key: world.key });
      expect([status, json.error]).toEqual([404, "user_not_found"]);
    }
    const page = await world.call("GET", "/api/partner/donation-claims?limit=2", { key: world.key });
    expect([page.json.count, page.json.pagination.has_more]).toEqual([2, true]);
    expect(await list(`?limit=2&cursor=${page.json.pagination.next_cursor}`)).toEqual([a]);
    const shown = page.json.claims.find((each: { claim_id: number }) => each.claim_id === b);
    expect({ success: true, ...shown }).toEqual(second.json);
  });

  test.each([
    ["", "SEARCH c USING INDEX donation_claims_by_partner (partner_id=?)"],
    ["&campaign=Spring", "SEARCH c USING INDEX donation_claims_by_campaign (campaign_id=?)"],
    [
      "&campaign=Spring&reference=a",
      "SEARCH c USING INDEX donation_claims_by_reference (partner_id=? AND reference=?)",
    ],
    ["&reference=a", "SEARCH c USING INDEX donation_claims_by_reference (partner_id=? AND reference=?)"],
  ])("the list%s goes by index, and sorts nothing", async (query, search) => {
    await world.issue({ reference: "a" });
    const { read } = world.services.live;
    const all = spyOn(read, "all");
    await world.call("GET", `/api/partner/donation-claims?limit=1${query}`, { key: world.key });
    const [text = "", ...values] = all.mock.calls.find(([each]) => each.includes("donation_claims")) ?? [];
    all.mockRestore();
    const plan = read.plan(text, ...values);
    expect(plan).toContain(search);
    expect(plan.join()).not.toContain("TEMP B-TREE");
  });
});
