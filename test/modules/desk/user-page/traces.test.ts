import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "../../../../src/compose/operations.ts";
import { OperatorAccess } from "../../../../src/http/access/operator.ts";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { attempt, createWebhook, records, switchTo } from "../../webhooks/deliveries/fixture.ts";

/** An erased person's data in the files of the data directory, in answers and in the log. */

const TRACE = "Quetzalbert";
const PERSON = {
  external_id: `${TRACE}-0815`,
  username: `${TRACE}_handle`,
  display_name: `${TRACE} von Xylander`,
  email: `${TRACE}@example.org`,
  metadata: { note: `${TRACE} likes chess` },
};
const BY_ID = `ext:${PERSON.external_id}`;
const WALLET = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

let world: World;
let key: IssuedKey;
let token: string;

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  key = await world.createKey("acme");
  token = (await makeOperator(world, "ops", "owner")).token;
});

afterEach(() => world.close());

const partner = async (method: string, path: string, body?: object) => {
  const answer = await world.call(method, path, { key, ...(body === undefined ? {} : { body }) });
  expect([path, answer.status < 300 ? "" : answer.text]).toEqual([path, ""]);
  return answer.json;
};
const operator = async (method: string, path: string, body?: object) => {
  const rest = body === undefined ? {} : { body };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await world.call(method, path, { ...rest, headers, nonce: null, idempotencyKey: null });
  expect([path, answer.status < 300 ? "" : answer.text]).toEqual([path, ""]);
  return answer;
};

/** Files of the data directory whose bytes contain the person's name, in whatever case. */
function filesWithTraces(): string[] {
  const paths = readdirSync(world.dataDir, { recursive: true }).map(String);
  return paths
    .filter((path) => statSync(join(world.dataDir, path)).isFile())
    .filter((path) =>
      readFileSync(join(world.dataDir, path)).toString("latin1").toLowerCase().includes(TRACE.toLowerCase()),
    );
}

/** Reads of operators and partners without parameters whose answer contains the person's name. */
async function answersWithTraces(): Promise<string[]> {
  const found: string[] = [];
  for (const { method, path, access } of allOperations(world.services)) {
    if (method !== "GET" || path.includes("{") || path.endsWith("/events/stream")) continue;
    const isOperators = access instanceof OperatorAccess;
    if (!isOperators && !path.startsWith("/api/partner/") && !path.startsWith("/api/salutes/")) continue;
    const { text } = isOperators
      ? await world.call(method, path, { headers: { authorization: `Bearer ${token}` }, nonce: null })
      : await world.call(method, path, { key });
    if (text.includes(TRACE)) found.push(path);
  }
  return found;
}

/** Everything that partners and operators do with a user by name. */
async function leaveTraces(): Promise<number> {
  const delivered = await createWebhook(world, key);
  const off = await createWebhook(world, key);
  const user = (await partner("POST", "/api/partner/users", PERSON)).user.id;
  await switchTo(world, key, off, false);
  await partner("PATCH", `/api/partner/users/${user}`, { display_name: `${TRACE} Renamed` });
  const wallet = { blockchain: "solana", wallet_address: WALLET, label: `${TRACE}'s` };
  await partner("POST", `/api/partner/users/${user}/wallets`, wallet);
  await partner("POST", "/api/salutes/credit", { user_id: BY_ID, amount: 20, reason: "quest" });
  const item = { operation: "credit", user_id: BY_ID, amount: 5, reason: "quest" };
  await partner("POST", "/api/salutes/batch", { items: [item] });
  const recipient = { user_id: BY_ID, name: TRACE, email: PERSON.email };
  const claim = { campaign: "spring", amount: 4, currency: "SALUTES", recipient };
  const code = encodeURIComponent((await partner("POST", "/api/partner/donation-claim", claim)).claim_code);
  await partner("POST", `/api/partner/donation-claims/${code}/cancel`);
  for (const { id, webhook_id } of records(world))
    if (webhook_id === delivered) await attempt(world, id, id % 3 === 0 ? "dead_letter" : "delivered");

  const filter = { partner: "acme", user: BY_ID };
  const query = new URLSearchParams(filter);
  for (const path of [
    `/admin/ops/ledger/entries.csv?${query}`,
    `/admin/ledger?${query}&format=csv`,
    `/admin/search?q=${encodeURIComponent(PERSON.username)}`,
  ])
    await operator("GET", path);
  await operator("POST", `/admin/ops/users/${user}/export`);
  await operator("POST", "/admin/ops/ledger/reversals", {
    filter: { ...filter, max_amount: 5 },
    reason: "wrong quest",
    on_shortfall: "refuse",
  });
  return user;
}

test("after the days that the page states no file, answer or log line holds an erased person's data", async () => {
  const user = await leaveTraces();
  expect(filesWithTraces()).not.toEqual([]);
  expect(await answersWithTraces()).not.toEqual([]);
  const page = (await (await signedIn(world, "eve", "operator")).open(`/admin/users/${user}/erase`)).text;
  const days = Number(/after (\d+) for a webhook that is switched off/.exec(page)?.[1]);
  await operator("POST", `/admin/ops/users/${user}/erase`, { balance: "forfeit", reason: "request 7" });

  // The jobs run each day; a held delivery is a dead letter from the first half on.
  for (const part of [days / 2, days / 2]) {
    world.clock.advance(part * DAY_MS + 1);
    await runJobs(world, "delivery_expiry", "retention");
  }
  token = (await makeOperator(world, "later", "owner")).token;
  expect(await answersWithTraces()).toEqual([]);
  expect(filesWithTraces()).toEqual([]);
  expect(world.logged.filter((line) => line.includes(TRACE))).toEqual([]);
  await world.restart();
  expect(filesWithTraces()).toEqual([]);
});
