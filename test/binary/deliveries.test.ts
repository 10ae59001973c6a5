import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { newIdempotencyKey, newNonce, sign } from "../harness/app/signing.ts";
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
import { until } from "../harness/until.ts";

const WEBHOOKS = 16;
const CREDITS = 63;
const IN_FLIGHT = 1_000;
const ENV = {
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  LOG_LEVEL: "warn",
  WEBHOOK_ALLOW_HTTP: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
  WEBHOOK_CONCURRENCY: "1024",
  WEBHOOK_CONCURRENCY_PER_WEBHOOK: "64",
  WEBHOOK_TIMEOUT_SECONDS: "120",
  BUN_CONFIG_MAX_HTTP_REQUESTS: "2048",
};

setDefaultTimeout(4 * SLOW_MS);

let dir: ReturnType<typeof scratch>;
let running: Server | null = null;
let receiver: Receiver;

/** A receiver that answers immediately or never. A delivery is identified by the webhook's path and the event's id. */
class Receiver {
  isHolding = false;
  held = 0;
  readonly answered = new Set<string>();
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
      this.answered.add(delivery);
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

async function startAgain(): Promise<Server> {
  running = await startServer(dir.data, { env: ENV });
  return running;
}

async function send(server: Server, { live }: FirstStart, target: string, json: object): Promise<number> {
  const body = JSON.stringify(json);
  const timestamp = Math.floor(Date.now() / 1000);
  const response = await fetch(server.url + target, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "idempotency-key": newIdempotencyKey(),
      ...sign(live, "POST", target, { body, nonce: newNonce(), timestamp }),
    },
  });
  await response.arrayBuffer();
  return response.status;
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
  const first = await startAgain();
  const keys = await readFirstStart(first);
  for (let n = 1; n <= WEBHOOKS; n++) {
    const target_url = `http://127.0.0.1:${receiver.server.port}/${n}`;
    expect(
      await send(first, keys, "/api/partner/webhooks", { event_type: "salutes.credit", target_url }),
    ).toBe(201);
  }
  expect(await credit(first, keys)).toBe(200);
  await until(() => receiver.answered.size === WEBHOOKS);

  receiver.isHolding = true;
  const credits = await Promise.all(Array.from({ length: CREDITS }, () => credit(first, keys)));
  expect(credits).toEqual(new Array(CREDITS).fill(200));
  await until(() => receiver.held >= IN_FLIGHT);
  first.kill("SIGKILL");
  expect((await first.finished).signal).toBe("SIGKILL");

  receiver.isHolding = false;
  const second = await startAgain();
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
