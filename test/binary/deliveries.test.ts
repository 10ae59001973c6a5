import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { newIdempotencyKey, signedPost } from "../harness/app/signing.ts";
import { brokenInvariants } from "../harness/checks/invariants.ts";
import {
  type FirstStart,
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  startServer,
} from "../harness/processes/executable.ts";
import { chooseSeed, seededRandom } from "../harness/simulation/random.ts";
import { until } from "../harness/until.ts";

const WEBHOOKS = 16;
const CREDITS = 63;
const IN_FLIGHT = 1_000;
/** KILL_ROUNDS sets the number of rounds, SEED repeats a run. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);
/** Most deliveries before a kill; as many are left after the last one. */
const MOST_BEFORE = 1_000;
/** Items of one batch. */
const MOST_ITEMS = 1_000;
/** Deliveries whose outcome may not be stored yet: of each webhook 4 in progress, 12 posted and 64 claimed ahead. */
const MOST_UNSTORED = (4 + 12 + 64) * WEBHOOKS;
const ENV = {
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  LOG_LEVEL: "warn",
  WEBHOOK_ALLOW_HTTP: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
};
const MANY_AT_ONCE = {
  ...ENV,
  WEBHOOK_CONCURRENCY: "1024",
  WEBHOOK_CONCURRENCY_PER_WEBHOOK: "64",
  WEBHOOK_TIMEOUT_SECONDS: "120",
};

setDefaultTimeout(4 * SLOW_MS + ROUNDS * 10_000);

let dir: ReturnType<typeof scratch>;
let running: Server | null = null;
let receiver: Receiver;

/** A receiver that answers immediately or never. A delivery is identified by the webhook's path and the event's id. */
class Receiver {
  isHolding = false;
  held = 0;
  /** How often each was answered. */
  readonly answered = new Map<string, number>();
  readonly server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: async (request) => {
      const delivery = `${new URL(request.url).pathname} ${request.headers.get("x-webhook-id")}`;
      await request.text();
      if (this.isHolding) {
        this.held++;
        await new Promise(() => {});
      }
      this.answered.set(delivery, (this.answered.get(delivery) ?? 0) + 1);
      return new Response();
    },
  });
}

beforeEach(() => {
  dir = scratch();
  receiver = new Receiver();
});

afterEach(() => {
  running?.kill("SIGKILL");
  receiver.server.stop(true);
  dir.remove();
});

async function startAgain(env: Record<string, string> = ENV): Promise<Server> {
  running = await startServer(dir.data, { env });
  return running;
}

async function send(server: Server, { live }: FirstStart, target: string, json: object): Promise<number> {
  const response = await fetch(server.url + target, signedPost(live, target, { body: JSON.stringify(json) }));
  await response.arrayBuffer();
  return response.status;
}

/** Webhooks with the paths /1, /2 and so on, which are their ids. */
async function createWebhooks(server: Server): Promise<FirstStart> {
  const keys = await readFirstStart(server);
  for (let n = 1; n <= WEBHOOKS; n++) {
    const webhook = {
      event_type: "salutes.credit",
      target_url: `http://127.0.0.1:${receiver.server.port}/${n}`,
    };
    expect(await send(server, keys, "/api/partner/webhooks", webhook)).toBe(201);
  }
  return keys;
}

function credit(server: Server, keys: FirstStart): Promise<number> {
  return send(server, keys, "/api/salutes/credit", { user_id: "ext:demo-user", amount: 1, reason: "kill" });
}

/** States of all delivery records, by the receiver's identification. */
function records(): Map<string, string> {
  const db = new Database(join(dir.data, "live.db"), { readonly: true });
  const rows = db
    .query(
      `SELECT '/' || d.webhook_id || ' ' || e.uid AS delivery, d.state FROM webhook_deliveries AS d
        JOIN events AS e ON e.id = d.event_id`,
    )
    .all() as { delivery: string; state: string }[];
  db.close();
  return new Map(rows.map(({ delivery, state }) => [delivery, state]));
}

test(`kill -9 with ${IN_FLIGHT} deliveries in flight: the next start sends all of them`, async () => {
  const first = await startAgain(MANY_AT_ONCE);
  const keys = await createWebhooks(first);
  expect(await credit(first, keys)).toBe(200);
  await until(() => receiver.answered.size === WEBHOOKS);

  receiver.isHolding = true;
  const credits = await Promise.all(Array.from({ length: CREDITS }, () => credit(first, keys)));
  expect(credits).toEqual(new Array(CREDITS).fill(200));
  await until(() => receiver.held >= IN_FLIGHT);
  first.kill("SIGKILL");
  expect((await first.finished).signal).toBe("SIGKILL");

  receiver.isHolding = false;
  const second = await startAgain(MANY_AT_ONCE);
  const all = (CREDITS + 1) * WEBHOOKS;
  await until(() => receiver.answered.size === all);
  second.kill("SIGTERM");
  expect((await second.finished).code).toBe(0);

  const kept = records();
  expect(kept.size).toBe(all);
  expect(
    [...kept].filter(([delivery, state]) => state !== "delivered" || !receiver.answered.has(delivery)),
  ).toEqual([]);
  expect(brokenInvariants(dir.data)).toEqual([]);
  expect(await salute(["check", "--full", "--data", dir.data])).toMatchObject({ code: 0 });
});

test(`kill -9 while a queue is sent, ${ROUNDS} times: each delivery arrives, and none again once its outcome is stored`, async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`kill -9 of deliveries: SEED=${seed} KILL_ROUNDS=${ROUNDS}`);
  const { answered } = receiver;
  let server = await startAgain();
  const keys = await createWebhooks(server);
  const events = Math.ceil(((ROUNDS + 1) * MOST_BEFORE) / WEBHOOKS);
  const all = events * WEBHOOKS;
  const item = { operation: "credit", user_id: "ext:demo-user", amount: 1, reason: "kill" };
  for (let left = events; left > 0; left -= MOST_ITEMS) {
    const items = Array.from({ length: Math.min(left, MOST_ITEMS) }, () => ({
      ...item,
      idempotency_key: newIdempotencyKey(),
    }));
    expect(await send(server, keys, "/api/salutes/batch", { items })).toBe(200);
  }

  /** How often each had been answered when its outcome was found stored. */
  const stored = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const enough = answered.size + 1 + Math.floor(random() * MOST_BEFORE);
    await until(() => answered.size >= enough, undefined, 1);
    server.kill("SIGKILL");
    expect((await server.finished).signal).toBe("SIGKILL");
    for (const [delivery, state] of records())
      if (state === "delivered") stored.set(delivery, answered.get(delivery) ?? 0);
    // Kills after the end prove nothing.
    expect(stored.size).toBeLessThan(all);
    server = await startAgain();
  }

  await until(() => [...records().values()].every((state) => state === "delivered"));
  server.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
  expect(answered.size).toBe(all);
  expect([...stored].filter(([delivery, times]) => times === 0 || answered.get(delivery) !== times)).toEqual(
    [],
  );
  const again = [...answered.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(again).toBeLessThanOrEqual(ROUNDS * MOST_UNSTORED);
  expect(brokenInvariants(dir.data)).toEqual([]);
  console.log(`${all} deliveries, ${again} of them again, since their outcome was not stored yet`);
});
