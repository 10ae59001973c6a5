import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { PartnerAccess } from "../../../../src/http/access/partner.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { sampleBody, sampleTarget } from "../../../contract/samples.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { NO_LIMIT, SANDBOX } from "./script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

const STATUS = { rate_limited: 429, server_error: 500, db_unavailable: 503, timeout: 504 };

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
  key = await world.createKey("acme", "sandbox");
});
afterEach(() => world.close());

const asking = (fault: string) => ({ headers: { "x-sandbox-fault": fault } });
const get = async (path: string) => (await world.call("GET", `${SANDBOX}${path}`, { key })).json;

test("every operation of sandbox keys answers with each fault on request, and nothing happens", async () => {
  const before = await get("/verify");
  const operations = allOperations(world.services).filter(
    ({ access }) => access instanceof PartnerAccess && access.mode === "sandbox",
  );
  for (const operation of operations) {
    const body = sampleBody(operation);
    for (const [fault, status] of Object.entries(STATUS)) {
      const answer = await world.call(operation.method, sampleTarget(operation), {
        key,
        ...(body === undefined ? {} : { body }),
        ...asking(fault),
      });
      expect([operation.id, answer.status, answer.json.error]).toEqual([operation.id, status, fault]);
    }
  }
  expect((await get("/verify")).practice_time_utc).toBe(before.practice_time_utc);
  expect((await get("/salutes/balance?user_id=1")).balance).toBe(125.5);
});

test("nonce and Idempotency-Key stay unused, so the retry is carried out", async () => {
  const asked = {
    key,
    body: { user_id: 1, amount: 1, reason: "quest" },
    nonce: "00112233445566778899aabbccddeeff",
    idempotencyKey: "once",
  };
  const failed = await world.call("POST", `${SANDBOX}/salutes/credit`, { ...asked, ...asking("timeout") });
  expect(failed.status).toBe(504);
  const retried = await world.call("POST", `${SANDBOX}/salutes/credit`, asked);
  expect([retried.status, retried.json.balance]).toEqual([200, 126.5]);
});

test("429 and 503 say when to retry", async () => {
  for (const fault of ["rate_limited", "db_unavailable"]) {
    const answer = await world.call("GET", `${SANDBOX}/users`, { key, ...asking(fault) });
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
});

test("neither the promotion report nor the usage counts a requested fault", async () => {
  await get("/users");
  for (const fault of Object.keys(STATUS))
    for (let i = 0; i < 5; i++) await world.call("GET", `${SANDBOX}/users`, { key, ...asking(fault) });
  const { error_rate } = await get("/promotion-report");
  expect(error_rate).toMatchObject({ requests: 1, errors: 0 });
  const { request_metrics } = await get("/analytics/usage");
  expect(request_metrics).toMatchObject({ total_requests: 2, error_requests: 0, rate_limited_requests: 0 });
});

test("an unknown fault is 400 naming the header, and a live key's request ignores it", async () => {
  const unknown = await world.call("GET", `${SANDBOX}/users`, { key, ...asking("fire") });
  expect([unknown.status, unknown.json.details[0].field]).toEqual([400, "X-Sandbox-Fault"]);
  const live = await world.createKey("acme", "live");
  const answer = await world.call("GET", "/api/partner/users", { key: live, ...asking("server_error") });
  expect(answer.status).toBe(200);
});
