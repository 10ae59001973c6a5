import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { allOperations } from "../../src/compose/operations.ts";
import { PAGES_GROUP } from "../../src/http/operation.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { sampleTarget } from "../contract/samples.ts";
import { PROOF_JOBS, runJobs } from "../harness/jobs.ts";
import { createWorld, type World } from "../harness/world.ts";

/** The answers that the reference shows, from real calls of a fresh installation. `RENEW=1` records them anew. */
const FILE = join(import.meta.dir, "../../src/modules/developers/openapi/recorded-examples.json");
/** Of a list so many rows are shown. */
const ROWS = 2;

type Recorded = Record<string, unknown>;

let world: World;
let found: Recorded;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  await runJobs(world, ...PROOF_JOBS, "audit_run", "status_snapshot", "proofs");
  const key = await world.createKey("acme");
  const all = { ...(await partnerAnswers(key)), ...(await publicAnswers()) };
  // Some operations show an answer of their own that fits the rest of the reference.
  const own = allOperations(world.services).filter(({ exampleResponse }) => exampleResponse !== undefined);
  found = Object.fromEntries(Object.entries(all).filter(([id]) => !own.some((each) => each.id === id)));
}, 60_000);

afterAll(() => world.close());

/** What a partner does on its first day. */
async function partnerAnswers(key: IssuedKey): Promise<Recorded> {
  const answers: Recorded = {};
  const call = async (id: string, method: string, target: string, body?: object) => {
    const { status, json } = await world.call(method, target, body === undefined ? { key } : { key, body });
    expect([id, status < 300]).toEqual([id, true]);
    answers[id] = json;
  };
  const user = { external_id: "demo-user", username: "zoe", display_name: "Zoe", email: "zoe@example.com" };
  const mutation = { user_id: "ext:demo-user", amount: 25, reason: "quest", source: "campaign-7" };
  await call("createUser", "POST", "/api/partner/users", user);
  await call("creditSalutes", "POST", "/api/salutes/credit", mutation);
  await call("debitSalutes", "POST", "/api/salutes/debit", { ...mutation, amount: 5, reason: "purchase" });
  await call("getSalutesBalance", "GET", "/api/salutes/balance?user_id=ext:demo-user");
  await call("listLedger", "GET", "/api/salutes/ledger?user_id=ext:demo-user");
  await call("getConversionPolicy", "GET", "/api/salutes/conversion-policy");
  await call("getUser", "GET", "/api/partner/users/ext:demo-user?include_wallets=1");
  await call("listUsers", "GET", "/api/partner/users?limit=2");
  await call("lookUpUsers", "GET", "/api/partner/user-lookup?q=zoe");
  await call("getCapabilities", "GET", "/api/partner/capabilities");
  await call("getPartnerStatus", "GET", "/api/partner/status");
  await call("getTokenStatus", "GET", "/api/partner/token-status");
  await call("getUsage", "GET", "/api/partner/analytics/usage?hours=24");
  await call("listErrors", "GET", "/api/partner/errors.json");
  return answers;
}

/** Every public read that answers without an id that somebody must know. */
async function publicAnswers(): Promise<Recorded> {
  const answers: Recorded = {};
  for (const operation of allOperations(world.services)) {
    const { id, access, group, method, path, response } = operation;
    const isJson = !("mediaType" in response);
    if (access.kind !== "public" || method !== "GET" || group === PAGES_GROUP || !isJson) continue;
    if (path.includes("{")) continue;
    const { status, json } = await world.call("GET", sampleTarget(operation));
    if (status === 200) answers[id] = json;
  }
  return answers;
}

/** The first rows of every list, and the first members of every map by name. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ROWS).map(shortened);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 40)
      .map(([name, each]) => [name, shortened(each)]),
  );
}

/** Whether two answers have the same members, however their values differ. */
function differences(recorded: unknown, now: unknown, place: string): string[] {
  if (Array.isArray(recorded) && Array.isArray(now))
    return recorded.length === 0 || now.length === 0 ? [] : differences(recorded[0], now[0], `${place}[]`);
  if (!isObject(recorded) || !isObject(now)) return [];
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])];
  return names.flatMap((name) =>
    name in recorded && name in now
      ? differences(recorded[name], now[name], `${place}.${name}`)
      : [`${place}.${name}`],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

test("the recorded answers have the members that the same calls answer with now", async () => {
  const short = Object.fromEntries(Object.entries(found).map(([id, body]) => [id, shortened(body)]));
  if (Bun.env.RENEW === "1") {
    await Bun.write(FILE, `${JSON.stringify(short, null, 1)}\n`);
    return;
  }
  const recorded: Recorded = await Bun.file(FILE).json();
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(short).sort());
  expect(Object.entries(short).flatMap(([id, body]) => differences(recorded[id], body, id))).toEqual([]);
});

test("the document shows them wherever they fit its shapes, which is everywhere", async () => {
  const recorded: Recorded = await Bun.file(FILE).json();
  const { json } = await world.call("GET", "/api/openapi.json");
  const shown = new Map<string, unknown>();
  for (const item of Object.values(json.paths as Record<string, Record<string, Shown>>))
    for (const { operationId, responses } of Object.values(item)) {
      const [first] = Object.values(responses);
      shown.set(operationId, first?.content?.["application/json"]?.example);
    }
  for (const [id, body] of Object.entries(recorded)) expect([id, shown.get(id)]).toEqual([id, body]);
  expect(Object.keys(recorded).length).toBeGreaterThan(50);
});

interface Shown {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}
