import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { PartnerAccess } from "../../../../src/http/access/partner.ts";
import type { Operation } from "../../../../src/http/operation.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { twinPath } from "../../../../src/modules/sandbox/twins/index.ts";
import { sampleBody, sampleTarget } from "../../../contract/samples.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { findOperation } from "../../../harness/checks/documented.ts";
import { NO_LIMIT, SANDBOX } from "./script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const get = (path: string) => world.call("GET", `${SANDBOX}${path}`, { key });
const post = (path: string, body: object, options = {}) =>
  world.call("POST", `${SANDBOX}${path}`, { key, body, ...options });
const patch = (path: string, body: object) => world.call("PATCH", `${SANDBOX}${path}`, { key, body });
const remove = (path: string) => world.call("DELETE", `${SANDBOX}${path}`, { key });
const errorOf = ({ status, json }: { status: number; json: { error: string } }) => [status, json.error];

const WALLET = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";
const FIRST_WALLET = "Hhq7iAwqNymR44X68FCULKMABcstdJZxmQvHybAEkUhK";
const SECOND_USERS = "z6z7gMN5uxw5gLpdkoFfU5JgZEdHfSzo7cw8aQKwWyr";

const sandboxOperations = () =>
  allOperations(world.services).filter(({ path }) => path.startsWith(`${SANDBOX}/`));

describe("every operation of the sandbox", () => {
  test("says mode, profile and source, and of changes that nothing live happened", async () => {
    let succeeded = 0;
    for (const operation of sandboxOperations()) {
      await world.services.sandboxFiles.reset("acme");
      const body = sampleBody(operation);
      const answer = await world.call(operation.method, sampleTarget(operation), {
        key,
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status !== operation.status) continue;
      succeeded++;
      // An export has no place for the envelope.
      if ("mediaType" in operation.response) continue;
      const { json } = answer;
      expect([operation.id, json.mode, json.fixture_profile, typeof json.source]).toEqual([
        operation.id,
        "sandbox",
        "standard-v1",
        "string",
      ]);
      expect([operation.id, json.live_side_effects_performed]).toEqual([
        operation.id,
        operation.method === "GET" ? undefined : false,
      ]);
    }
    expect(succeeded).toBeGreaterThan(sandboxOperations().length * 0.7);
  });

  test("exists for every live operation of partners except the management of keys and portal", () => {
    const all = allOperations(world.services);
    const isManagement = ({ path }: Operation) => /^\/api\/partner\/(keys|portal)/.test(path);
    const missing = all
      .filter(({ access }) => access instanceof PartnerAccess && access.mode === "live")
      .filter((operation) => !isManagement(operation))
      .filter(({ method, path }) => {
        const twin = all.find((each) => each.method === method && each.path === twinPath(path));
        return !(twin?.access instanceof PartnerAccess && twin.access.mode === "sandbox");
      });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test("takes the same parameters and body as its live operation, under the same scope and limit", () => {
    const all = allOperations(world.services);
    const shapeOf = (shape: Operation["query"]) => Object.keys(shape?.properties ?? {});
    for (const twin of sandboxOperations().filter(({ id }) => id.startsWith("sandbox"))) {
      const liveId = twin.id.charAt(7).toLowerCase() + twin.id.slice(8);
      const live = all.find(({ id }) => id === liveId);
      if (live === undefined) throw new Error(`${twin.id} has no live operation`);
      expect([twin.body, twin.params, twin.status]).toEqual([live.body, live.params, live.status]);
      expect(shapeOf(twin.query)).toEqual(expect.arrayContaining(shapeOf(live.query)));
      if (!(live.access instanceof PartnerAccess)) throw new Error(`${liveId} is not signed`);
      expect(twin.access).toMatchObject({
        mode: "sandbox",
        scope: live.access.scope,
        limit: live.access.limit,
      });
    }
  });

  test("links to nothing but what the sandbox has, or everybody", async () => {
    const operations = allOperations(world.services);
    for (const path of [
      "/verify",
      "/token-status",
      "/promotion-report",
      "/users",
      "/users/1",
      "/webhooks",
      "/webhook-events",
      "/webhook-simulator/run",
      "/salutes/balance?user_id=1",
    ]) {
      const { links, docs_links } = (await get(path)).json;
      expect(Object.keys(links).length).toBeGreaterThan(0);
      for (const target of [...Object.values<string>(links), ...Object.values<string>(docs_links)]) {
        const operation =
          findOperation(operations, "GET", target) ?? findOperation(operations, "POST", target);
        expect([target, operation === null]).toEqual([target, false]);
        const { access } = operation as Operation;
        expect([target, access instanceof PartnerAccess && access.mode === "live"]).toEqual([target, false]);
      }
    }
  });

  test("is what capabilities list, and the quickstart's order", async () => {
    const capabilities = await world.call("GET", "/api/partner/capabilities", { key });
    expect(capabilities.json.sandbox).toMatchObject({
      enabled_for_key: true,
      verify_endpoint: `${SANDBOX}/verify`,
      promotion_report_endpoint: `${SANDBOX}/promotion-report`,
      supports_deterministic_fixtures: true,
    });
    const reads = sandboxOperations().filter(({ method }) => method === "GET");
    expect(capabilities.json.sandbox.fixture_endpoints).toEqual(
      reads
        .map(({ path }) => path)
        .filter((path) => !/verify$|promotion-report$/.test(path))
        .sort(),
    );
    const quickstart = await world.call("GET", `/api/public/quickstart/verify-key?api_key=${key.key_id}`);
    expect(quickstart.json.steps.map(({ path }: { path: string }) => path)).toEqual([
      "/api/partner/capabilities",
      `${SANDBOX}/verify`,
      `${SANDBOX}/token-status`,
      `${SANDBOX}/promotion-report`,
      "/api/partner/errors.json",
    ]);
  });
});

describe("the seed", () => {
  test("has three users, one verified and one suspended, with wallets and balances", async () => {
    const { json } = await get("/users?include_wallets=1");
    expect(
      json.users.map((user: Record<string, unknown>) => [
        user.id,
        user.external_id,
        user.status,
        user.is_verified,
        (user.wallets as unknown[]).length,
      ]),
    ).toEqual([
      [1, "demo-user", "active", true, 2],
      [2, "practice-zoe", "active", false, 1],
      [3, "practice-max", "suspended", false, 0],
    ]);
    const balances = await Promise.all(
      [1, 2, 3].map(async (id) => (await get(`/salutes/balance?user_id=${id}`)).json),
    );
    expect(balances.map(({ balance, currency }) => [balance, currency])).toEqual([
      [125.5, "SALUTES"],
      [40, "SALUTES"],
      [10, "SALUTES"],
    ]);
  });

  test("token-status is a fixture that answers in every detail alike, and names no real RPC", async () => {
    const { json } = await get("/token-status");
    expect(json.rpc_url).toBe("https://rpc.sandbox.invalid");
    const { total_supply, tracked_treasury_balance, treasury_balance, reserve_balance } = json.chain;
    expect(Number(treasury_balance) + Number(reserve_balance)).toBe(Number(tracked_treasury_balance));
    expect(Number(total_supply)).toBeGreaterThan(Number(json.chain.circulating_supply));
    expect((await get("/token-status")).text).toBe((await get("/token-status")).text);
  });
});

describe("the sandbox refuses what live refuses", () => {
  test("users", async () => {
    expect(errorOf(await post("/users", { external_id: "demo-user" }))).toEqual([409, "external_id_taken"]);
    expect(errorOf(await get("/users/99"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await get("/users/1?external_id=other"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await patch("/users/99", { username: "x" }))).toEqual([404, "user_not_found"]);
    expect(errorOf(await remove("/users/99"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await remove("/users/1"))).toEqual([409, "state_conflict"]);
    const made = await post("/users", { external_id: "short" });
    expect((await remove(`/users/${made.json.user.id}`)).json).toMatchObject({
      deleted: true,
      mode: "sandbox",
    });
  });

  test("salutes", async () => {
    const body = { user_id: 1, amount: 1, reason: "quest" };
    expect((await post("/salutes/credit", body)).json).toMatchObject({ balance: 126.5, delta: 1 });
    expect((await post("/salutes/debit", body)).json).toMatchObject({ balance: 125.5, delta: -1 });
    const short = await post("/salutes/debit", { ...body, amount: 500 });
    expect([...errorOf(short), short.json.balance]).toEqual([409, "insufficient_balance", 125.5]);
    expect(errorOf(await post("/salutes/debit", { ...body, user_id: 3 }))).toEqual([409, "state_conflict"]);
    expect(errorOf(await post("/salutes/credit", { ...body, user_id: 99 }))).toEqual([404, "user_not_found"]);
    expect(errorOf(await post("/salutes/debit", { ...body, user_id: 99 }))).toEqual([404, "user_not_found"]);
    expect(errorOf(await get("/salutes/balance?user_id=99"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await get("/salutes/ledger?user_id=99"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await get("/salutes/ledger.csv?user_id=99"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await post("/salutes/convert", { user_id: 99, amount: 50 }))).toEqual([
      404,
      "user_not_found",
    ]);
    expect(errorOf(await get("/donation-claims?user_id=99"))).toEqual([404, "user_not_found"]);
    const asc = await get("/salutes/ledger?user_id=1&order=asc&limit=2&source=seed");
    expect(asc.json.ledger.map(({ delta }: { delta: number }) => delta)).toEqual([150, -24.5]);
    expect(asc.json.pagination.has_more).toBe(false);
  });

  test("wallets", async () => {
    const link = (userId: number, wallet_address: string) =>
      post(`/users/${userId}/wallets`, { blockchain: "solana", wallet_address });
    expect((await link(1, WALLET)).status).toBe(201);
    expect(errorOf(await link(1, SECOND_USERS))).toEqual([409, "wallet_taken"]);
    expect(errorOf(await link(99, WALLET))).toEqual([404, "user_not_found"]);
    expect(errorOf(await get("/users/99/wallets"))).toEqual([404, "user_not_found"]);
    expect(errorOf(await post("/users/99/wallets/challenge", { wallet_address: WALLET }))).toEqual([
      404,
      "user_not_found",
    ]);
    for (let i = 0; i < 5; i++)
      expect((await post("/users/1/wallets/challenge", { wallet_address: WALLET })).status).toBe(201);
    expect(errorOf(await post("/users/1/wallets/challenge", { wallet_address: WALLET }))).toEqual([
      409,
      "state_conflict",
    ]);
    expect(errorOf(await remove(`/users/2/wallets/${FIRST_WALLET}`))).toEqual([404, "wallet_not_found"]);
    const gone = await remove(`/users/1/wallets/${FIRST_WALLET}`);
    expect(gone.json.wallets.map((wallet: { is_primary: number }) => wallet.is_primary)).toEqual([1, 0]);
  });

  test("a nonce is optional, unless PARTNER_NONCE_REQUIRED says otherwise", async () => {
    const body = { user_id: 1, amount: 1, reason: "quest" };
    expect((await post("/salutes/credit", body, { nonce: null })).status).toBe(200);
    const strict = await createWorld({ ...NO_LIMIT, PARTNER_NONCE_REQUIRED: "1" });
    const strictKey = await strict.createKey("acme", "sandbox");
    const answer = await strict.call("POST", `${SANDBOX}/salutes/credit`, {
      key: strictKey,
      body,
      nonce: null,
    });
    expect(answer.json.error).toBe("nonce_required");
    await strict.close();
  });

  test("a replay shows the first answer, the sandbox's envelope included", async () => {
    const body = { user_id: 1, amount: 1, reason: "quest" };
    const first = await post("/salutes/credit", body, { idempotencyKey: "once" });
    const again = await post("/salutes/credit", body, { idempotencyKey: "once" });
    expect(again.json.original).toEqual({
      status: 200,
      created_at_utc: "2026-01-05T09:00:00.000Z",
      body: first.json,
    });
  });
});

test("a challenge is proved against the sandbox clock: after 300 further mutations it is over", async () => {
  const { json } = await post("/users/1/wallets/challenge", { wallet_address: FIRST_WALLET });
  expect(json.expires_at).toBe("2026-01-05T09:05:00.000Z");
  const wrong = await post("/users/1/wallets", {
    blockchain: "solana",
    wallet_address: FIRST_WALLET,
    proof: { challenge_id: json.challenge_id, signature: "1".repeat(64) },
  });
  expect(errorOf(wrong)).toEqual([400, "invalid_payload"]);
});

describe("operations on more than the ledger's rows", () => {
  test("the ledger is exported as CSV, from the sandbox file", async () => {
    const answer = await get("/salutes/ledger.csv?user_id=1&order=asc");
    expect(answer.status).toBe(200);
    expect(answer.text.trim().split("\r\n").length).toBe(3);
    expect(answer.text).toContain("1,1,150,150,welcome,seed,seed-demo-user-1,pk_sandbox_seed,");
  });

  test("salutes are converted for the seed's verified wallet; nothing is paid", async () => {
    const policy = await get("/salutes/conversion-policy");
    expect(policy.json).toMatchObject({ enabled: true, salutes_per_token: 100, min_amount: 10, fee_pct: 1 });
    const answer = await post("/salutes/convert", { user_id: 1, amount: 100 });
    expect([answer.status, answer.json]).toMatchObject([
      201,
      {
        state: "pending_settlement",
        token_amount: "0.99",
        fee: "0.01",
        wallet_address: FIRST_WALLET,
        balance: 25.5,
      },
    ]);
    expect(answer.json.live_side_effects_performed).toBe(false);
    expect(errorOf(await post("/salutes/convert", { user_id: 2, amount: 20 }))[0]).toBe(409);
    const live = world.services.live.read.one<{ count: number }>("SELECT count(*) AS count FROM conversions");
    expect(live.count).toBe(0);
  });

  test("wallets are looked up in the sandbox file and on a fixture, without a chain", async () => {
    const verification = await get(`/wallet-verification/${FIRST_WALLET}`);
    expect(verification.json).toMatchObject({ linked: true, owner: { external_id: "demo-user" } });
    expect(verification.json.links.wallet_info).toBe(`${SANDBOX}/wallet-info/${FIRST_WALLET}`);
    const info = await get(`/wallet-info/${FIRST_WALLET}`);
    expect(info.json).toMatchObject({ native_balance: 2.5, token_balance: 1250, chain_mode: "demo" });
    expect((await get("/user-lookup?q=zoe")).json.users).toMatchObject([{ external_id: "practice-zoe" }]);
  });

  test("claims are listed and read as previews, with the sandbox's links", async () => {
    const body = { campaign: "Drive", amount: 5, currency: "SALUTES", recipient: { user_id: 1 } };
    const { claim_code, claim_url } = (await post("/donation-claim", body)).json;
    const { claims } = (await get("/donation-claims")).json;
    expect(claims).toMatchObject([
      { claim_code, claim_url, claim_status: "sandbox_preview", status: "issued" },
    ]);
    expect(claim_url).toContain("/sandbox/claim/");
    expect((await get(`/donation-claims/${claim_code}`)).json).toMatchObject({ claim_url, status: "issued" });
  });

  test("usage and status count the requests of the partner's sandbox keys, in real time", async () => {
    const other = await world.createKey("other", "sandbox");
    await world.call("GET", `${SANDBOX}/users`, { key: other });
    await get("/users");
    await get("/users/99");
    const usage = (await get("/analytics/usage")).json;
    const status = (await get("/status")).json;
    expect(status).toMatchObject({
      key_mode: "sandbox",
      request_metrics: { total_requests: 3, error_requests: 1 },
    });
    expect(status.webhook_delivery_health).toMatchObject({ dead_letter_events: 1 });
    expect(Date.parse(usage.window.end_utc)).toBe(world.clock.now());
    expect(usage.request_metrics).toMatchObject({ total_requests: 2, error_requests: 1 });
  });

  test("the seed's dead letter is summed up", async () => {
    expect((await get("/webhooks/dlq?hours=48")).json).toMatchObject({
      dead_letter_count: 1,
      by_event_type: [{ event_type: "salutes.debit", count: 1 }],
    });
  });
});

test("of two partners each sees its own sandbox state alone", async () => {
  const other = await world.createKey("other", "sandbox");
  await post("/users", { external_id: "mine" });
  const theirs = await world.call("GET", `${SANDBOX}/users/ext:mine`, { key: other });
  expect(theirs.status).toBe(404);
  const sister = await world.createKey("acme", "sandbox");
  expect((await world.call("GET", `${SANDBOX}/users/ext:mine`, { key: sister })).status).toBe(200);
});
