import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DEMO_MINT } from "../../../../src/chain/demo-reader.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { BROWSER, type ClaimWorld, createClaimWorld, OPERATOR, OTHER_WALLET, WALLET } from "./fixture.ts";

const WRONG = "0000-0000-0000-0001";
let world: ClaimWorld;

beforeEach(async () => {
  world = await createClaimWorld({ MAX_BODY_BYTES: "2048" });
});

afterEach(() => world.close());

const issued = async (body: object = {}): Promise<string> => (await world.issue(body)).json.claim_code;
const issuedToken = async (body: object = {}): Promise<string> =>
  (await world.issueToken(body)).json.claim_code;
const stateOf = async (code: string) => (await world.read(code)).json.status;
const suspend = () => world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'suspended'"));
const lose = (text: string) => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

describe("GET /claim/{claim_code}", () => {
  test("200: amount, campaign and a button, for nobody's index and nobody's cache", async () => {
    const code = await issued({ amount: 1234.5, campaign: "Tom & <Jerry>" });
    for (const written of [code, code.toLowerCase().replaceAll("-", "")]) {
      const { status, text, headers } = await world.open(written);
      expect(status).toBe(200);
      expect(lose(text)).toContain("1234.5 SALUTES");
      expect(text).toContain("Tom &amp; &lt;Jerry>");
      expect(text).toContain(`<form method="post" action="/claim/${code}"`);
      expect(text.slice(text.indexOf("<main"))).not.toContain("<input");
      expect([headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
        "no-store",
        "noindex, nofollow",
      ]);
      expect(headers.get("referrer-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("form-action 'self'");
    }
  });

  test("it names the partner and what will be paid", async () => {
    const { json } = await world.issueToken();
    const { text } = await world.open(json.claim_code);
    expect(text).toContain("acme");
    expect(text).toContain("3 TOKEN, sent to a Solana address of yours");
  });

  test("another currency asks for an address; who it is for is shown to nobody", async () => {
    const code = await issuedToken({ recipient: { name: "Zoe Secret", email: "zoe@example.com" } });
    const { text } = await world.open(code);
    expect(text).toContain('name="wallet_address"');
    expect(text).not.toContain("Zoe Secret");
    expect(text).not.toContain("zoe@example.com");
  });

  test("what is claimed, redeemed, expired or cancelled shows that, and no form", async () => {
    const claimed = await issuedToken();
    await world.take(claimed, { wallet_address: WALLET });
    const redeemed = await issued();
    await world.take(redeemed);
    const cancelled = await issued();
    await world.cancel(cancelled);
    const expired = await issued({ expires_in: 1 });
    world.clock.advance(1_000);
    for (const [code, word] of [
      [claimed, "claimed, to be paid"],
      [redeemed, "redeemed"],
      [cancelled, "cancelled"],
      [expired, "expired"],
    ] as const) {
      const { status, text } = await world.open(code);
      expect([status, lose(text).includes(word), text.includes("<form")]).toEqual([200, true, false]);
    }
    expect((await world.open(claimed)).text).toContain(WALLET);
  });

  test("404 for a code that leads nowhere: JSON for programs, a page for browsers", async () => {
    const program = await world.open(WRONG);
    expect([program.status, program.json.error]).toEqual([404, "claim_not_found"]);
    const browser = await world.open(WRONG, BROWSER);
    expect([browser.status, browser.json, browser.headers.get("content-type")]).toEqual([
      404,
      null,
      "text/html; charset=utf-8",
    ]);
    expect(browser.text).toContain("<h1>");
    expect(browser.text).toContain(browser.headers.get("x-request-id") ?? "no id");
  });
});

describe("guessing", () => {
  test("only look-ups that find nothing count, 10 a minute and address; then none is made", async () => {
    const code = await issued();
    for (let i = 0; i < 15; i++) expect((await world.open(code)).status).toBe(200);
    for (let i = 0; i < 10; i++) {
      expect((i % 2 === 0 ? await world.open(WRONG) : await world.take("nonsense")).status).toBe(404);
    }
    const refused = await world.open(WRONG);
    expect([refused.status, refused.json.error]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const [limit, remaining] = ["x-ratelimit-limit", "x-ratelimit-remaining"].map((name) =>
      refused.headers.get(name),
    );
    expect([limit, remaining]).toEqual(["10", "0"]);
    expect([(await world.open(code)).status, (await world.take(code)).status]).toEqual([429, 429]);
    expect((await world.open(WRONG, BROWSER)).headers.get("retry-after")).not.toBeNull();
    expect(await world.balance()).toBe(0);
    world.clock.advance(60_000);
    expect((await world.open(code)).status).toBe(200);
  });

  test("what is refused for another reason tells no more: those look-ups count, and end, too", async () => {
    const code = await issued();
    const ask = (of: string) => world.take(of, { strange: "1" }, BROWSER);
    expect((await ask(code)).text).toContain("Autumn drive");
    for (let i = 0; i < 10; i++) expect((await ask(WRONG)).status).toBe(400);
    const [found, missed] = [await ask(code), await ask(WRONG)];
    const bare = (text: string) => text.replaceAll(/req_\w+/g, "");
    expect([found.status, bare(found.text)]).toEqual([400, bare(missed.text)]);
    expect((await world.open(code)).status).toBe(429);
  });

  test("another address is not held back; RATE_LIMIT_CLAIM_MISSES_PER_MIN sets how many, 0 any number", async () => {
    await world.close();
    world = await createClaimWorld({ TRUSTED_PROXIES: "127.0.0.1", RATE_LIMIT_CLAIM_MISSES_PER_MIN: "2" });
    const from = (address: string) => world.open(WRONG, { "x-forwarded-for": address });
    const statuses = [];
    for (const address of [
      "1.1.1.1",
      "1.1.1.1",
      "1.1.1.1",
      "2.2.2.2",
      "2001:db8::1",
      "2001:db8::2",
      "2001:db8::3",
    ])
      statuses.push((await from(address)).status);
    expect(statuses).toEqual([404, 404, 429, 404, 404, 404, 429]);
    await world.close();
    world = await createClaimWorld({ RATE_LIMIT_CLAIM_MISSES_PER_MIN: "0" });
    for (let i = 0; i < 30; i++) expect((await world.open(WRONG)).status).toBe(404);
  });
});

describe("claiming salutes", () => {
  test("303 to the page: credited by an entry of the system in the same commit, told by three events", async () => {
    const { json } = await world.issue({ amount: 25.5 });
    const commits = world.services.live.writer.counts.commits;
    const { status, headers } = await world.take(json.claim_code);
    expect([status, headers.get("location")]).toEqual([303, `/claim/${json.claim_code}`]);
    expect(world.services.live.writer.counts.commits - commits).toBe(1);
    expect(await world.balance()).toBe(25.5);
    expect(
      world.rows(
        "SELECT id, user_id, delta, reason, source, origin, idempotency_key, partner_key_id FROM ledger_entries",
      ),
    ).toEqual([
      {
        id: 1,
        user_id: world.userId,
        delta: 2550,
        reason: "donation_claim",
        source: "system",
        origin: "system",
        idempotency_key: `claim:${json.claim_id}`,
        partner_key_id: null,
      },
    ]);
    expect((await world.read(json.claim_code)).json).toMatchObject({
      status: "redeemed",
      ledger_entry_id: 1,
      claimed_at: "2026-11-21T10:00:00.000Z",
      resolved_at: "2026-11-21T10:00:00.000Z",
    });
    expect(world.donationEvents()).toEqual(["donation.claim", "donation.claimed", "donation.claim_redeemed"]);
    expect(world.lastEvent("donation.claimed")).toMatchObject({ status: "claimed", ledger_entry_id: null });
    expect(world.lastEvent("donation.claim_redeemed")).toMatchObject({
      status: "redeemed",
      ledger_entry_id: 1,
    });
    expect(world.lastEvent("salutes.credit")).toMatchObject({ delta: 25.5, ledger_entry_id: 1 });
  });

  test("two buttons pressed at once, and 20, credit once; every press leads to the page", async () => {
    const code = await issued();
    const presses = await Promise.all(Array.from({ length: 20 }, () => world.take(code)));
    expect(presses.map(({ status }) => status)).toEqual(presses.map(() => 303));
    expect((await world.take(code)).status).toBe(303);
    expect(await world.balance()).toBe(25);
    expect(world.donationEvents()).toEqual(["donation.claim", "donation.claimed", "donation.claim_redeemed"]);
  });

  test("a claim and its cancellation at once: one of them counts", async () => {
    for (let i = 0; i < 5; i++) {
      const code = await issued({ amount: 1 });
      const before = await world.balance();
      const [taken, cancelled] = await Promise.all([world.take(code), world.cancel(code)]);
      const isTaken = taken.status === 303;
      expect([taken.status, cancelled.status].sort()).toEqual(isTaken ? [303, 409] : [200, 409]);
      expect([await stateOf(code), (await world.balance()) - before]).toEqual(
        isTaken ? ["redeemed", 1] : ["cancelled", 0],
      );
    }
  });

  test("409 state_conflict for a suspended user, whose claim stays open", async () => {
    const code = await issued();
    await suspend();
    const program = await world.take(code);
    expect([program.status, program.json.error]).toEqual([409, "state_conflict"]);
    const browser = await world.take(code, {}, BROWSER);
    expect([browser.status, browser.text.includes('role="alert"')]).toEqual([409, true]);
    expect([await stateOf(code), world.donationEvents()]).toEqual(["issued", ["donation.claim"]]);
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET status = 'active'"));
    expect((await world.take(code)).status).toBe(303);
  });

  test("409 for what is expired, to the second, and cancelled; nothing is credited", async () => {
    const expiring = await issued({ expires_in: 60 });
    const cancelled = await issued();
    await world.cancel(cancelled);
    world.clock.advance(59_999);
    const last = await issued({ expires_in: 1 });
    world.clock.advance(1);
    for (const code of [expiring, cancelled]) {
      const { status, json } = await world.take(code);
      expect([status, json.error]).toEqual([409, "state_conflict"]);
    }
    expect((await world.take(last)).status).toBe(303);
    expect(await world.balance()).toBe(25);
  });

  test("409 where the balance would pass its largest, and 400 for an address, which salutes do not need", async () => {
    const code = await issued({ amount: 1e12 });
    const address = await world.take(code, { wallet_address: WALLET });
    expect([address.status, address.json.details[0].field]).toEqual([400, "wallet_address"]);
    await world.services.live.writer.run((tx) => {
      tx.run(
        "INSERT INTO ledger_entries SELECT NULL, partner_id, id, 7e15, 7e15, 'set', 'test', 'partner', 'set', 'h', 200, NULL, NULL, 0 FROM users",
      );
      tx.run("UPDATE users SET balance = 7000000000000000");
    });
    const { status, json } = await world.take(code);
    expect([status, json.error, await stateOf(code)]).toEqual([409, "state_conflict", "issued"]);
  });
});

describe("claiming another currency", () => {
  test("303: the address is kept, the partner told; sent again it is the same, another address is 409", async () => {
    const code = await issuedToken();
    expect((await world.take(code, { wallet_address: ` ${WALLET} ` })).status).toBe(303);
    expect((await world.take(code, { wallet_address: WALLET })).status).toBe(303);
    const other = await world.take(code, { wallet_address: OTHER_WALLET });
    expect([other.status, other.json.error]).toEqual([409, "state_conflict"]);
    expect((await world.read(code)).json).toMatchObject({
      status: "claimed",
      wallet_address: WALLET,
      resolved_at: null,
    });
    expect(world.donationEvents()).toEqual(["donation.claim", "donation.claimed"]);
    expect(world.lastEvent("donation.claimed")).toMatchObject({ wallet_address: WALLET, status: "claimed" });
    expect(world.rows("SELECT * FROM ledger_entries")).toEqual([]);
  });

  test("two addresses at once: one of them stays", async () => {
    const code = await issuedToken();
    const answers = await Promise.all(
      [WALLET, OTHER_WALLET].map((wallet_address) => world.take(code, { wallet_address })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(world.donationEvents()).toEqual(["donation.claim", "donation.claimed"]);
  });

  test.each([
    [{}, "is required"],
    [{ wallet_address: "" }, "is required"],
    [{ wallet_address: "nonsense" }, "Solana address"],
    [{ wallet_address: `${WALLET}1` }, "Solana address"],
    [{ wallet_address: DEMO_MINT }, "lost"],
    [{ wallet_address: "1".repeat(32) }, "lost"],
  ])(
    "400 for %p, and the page again with what was entered",
    async (fields: Record<string, string>, words) => {
      const code = await issuedToken();
      const program = await world.take(code, fields);
      expect([program.status, program.json.error, program.json.details[0]]).toEqual([
        400,
        "invalid_payload",
        { field: "wallet_address", message: expect.stringContaining(words) },
      ]);
      const browser = await world.take(code, fields, BROWSER);
      expect([browser.status, browser.headers.get("content-type")]).toEqual([
        400,
        "text/html; charset=utf-8",
      ]);
      expect(browser.text).toContain('role="alert"');
      expect(browser.text).toContain('aria-invalid="true"');
      const shown = /name="wallet_address"[^>]* value(?:="([^"]*)")? /.exec(browser.text);
      expect([shown === null, shown?.[1] ?? ""]).toEqual([false, fields.wallet_address ?? ""]);
      expect([await stateOf(code), world.donationEvents()]).toEqual(["issued", ["donation.claim"]]);
    },
  );

  test("what is entered is escaped", async () => {
    const code = await issuedToken();
    const { text } = await world.take(code, { wallet_address: '"><script>alert(1)</script>' }, BROWSER);
    expect(text).not.toContain("<script>alert");
  });
});

describe("the form", () => {
  test("403 from another site's page, 413, 415, 400 for a strange field, 503 in safe mode: nothing is claimed", async () => {
    const code = await issued();
    const answers = [
      await world.take(code, {}, { "sec-fetch-site": "cross-site" }),
      await world.take(code, {}, { origin: "https://evil.example" }),
      await world.take(code, { wallet_address: "x".repeat(3_000) }),
      await world.take(code, {}, { "content-type": "text/plain" }),
      await world.take(code, { other: "1" }),
    ];
    await world.services.live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    answers.push(await world.take(code));
    expect(answers.map(({ status, json }) => `${status} ${json.error}`)).toEqual([
      "403 forbidden",
      "403 forbidden",
      "413 payload_too_large",
      "415 unsupported_media_type",
      "400 invalid_payload",
      "503 safe_mode",
    ]);
    expect((await world.take(code, {}, BROWSER)).text).toContain('role="alert"');
    expect((await world.open(code)).status).toBe(200);
    expect([await stateOf(code), await world.balance()]).toEqual(["issued", 0]);
  });
});

test("/claim asks for a code, leads to its page however it is typed, and keeps what is no code", async () => {
  const { json } = await world.issueToken({});
  const typed = String(json.claim_code).toLowerCase().replaceAll("-", " ").trim();
  const open = (path: string) => world.call("GET", path, { headers: { accept: "text/html" } });
  const asked = await open("/claim");
  expect([asked.status, asked.text.includes('name="code"')]).toEqual([200, true]);
  const led = await open(`/claim?code=${typed.replaceAll(" ", "")}`);
  expect([led.status, led.headers.get("location"), led.headers.get("cache-control")]).toEqual([
    302,
    `/claim/${json.claim_code}`,
    "no-store",
  ]);
  const wrong = await open("/claim?code=no-code");
  expect([wrong.status, wrong.text.includes('value="no-code"'), wrong.text.includes("note fault")]).toEqual([
    400,
    true,
    true,
  ]);
});
