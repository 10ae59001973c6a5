import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { sign, signedPost } from "../harness/app/signing.ts";
import { brokenInvariants, ledgerByKey } from "../harness/checks/invariants.ts";
import { executable } from "../harness/processes/build.ts";
import {
  type FirstStart,
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  start,
  startServer,
} from "../harness/processes/executable.ts";
import { chooseMoment, chooseSeed, seededRandom } from "../harness/simulation/random.ts";

/** KILL_ROUNDS sets the number of rounds, SEED repeats a run. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 6);
const CONNECTIONS = 8;
const MAX_ROUND_MS = 400;
const ENV = { PARTNER_RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "warn" };
const TARGET = "/api/salutes/credit";

setDefaultTimeout(SLOW_MS + ROUNDS * 10_000);

let dir: ReturnType<typeof scratch>;
/** The last started server, to be ended after the test. */
let running: { kill(signal: NodeJS.Signals): void } | null = null;

beforeEach(() => {
  dir = scratch();
});

afterEach(() => {
  running?.kill("SIGKILL");
  dir.remove();
});

/** A credit that is retried with the same Idempotency-Key until it is acknowledged. */
interface Intent {
  key: string;
  hundredths: number;
}

function isOnce(ledger: Map<string, number[]>, key: string, hundredths: number): boolean {
  const found = ledger.get(key);
  return found?.length === 1 && found[0] === hundredths;
}

async function send(
  server: Server,
  keys: FirstStart,
  { key, hundredths }: Intent,
): Promise<{ status: number; error?: string }> {
  const body = JSON.stringify({ user_id: "ext:demo-user", amount: hundredths / 100, reason: "kill" });
  const response = await fetch(
    server.url + TARGET,
    signedPost(keys.live, TARGET, { body, idempotencyKey: key }),
  );
  const { error } = (await response.json()) as { error?: string };
  return { status: response.status, error };
}

async function startAgain(): Promise<Server> {
  const server = await startServer(dir.data, { env: ENV });
  running = server;
  return server;
}

test(`kill -9 during credits, ${ROUNDS} times: acknowledged credits exist once, others can be retried`, async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`kill -9 rounds: SEED=${seed} KILL_ROUNDS=${ROUNDS}`);
  const acknowledged = new Map<string, number>();
  const retried = { committed: 0, not: 0 };
  let server = await startAgain();
  const keys = await readFirstStart(server);

  for (let round = 0; round < ROUNDS; round++) {
    const unanswered: Intent[] = [];
    let isKilled = false;
    const connection = async (index: number): Promise<void> => {
      for (let n = 0; !isKilled; n++) {
        const intent = { key: `r${round}-c${index}-n${n}`, hundredths: 1 + Math.floor(random() * 10_000) };
        const answer = await send(server, keys, intent).catch(() => null);
        if (answer === null) {
          unanswered.push(intent);
          return;
        }
        expect([answer.status, answer.error]).toEqual([200, undefined]);
        acknowledged.set(intent.key, intent.hundredths);
      }
    };
    const connections = Array.from({ length: CONNECTIONS }, (_, index) => connection(index));
    await Bun.sleep(chooseMoment(round, ROUNDS, random) * MAX_ROUND_MS);
    server.kill("SIGKILL");
    isKilled = true;
    await Promise.all(connections);
    expect((await server.finished).signal).toBe("SIGKILL");

    server = await startAgain();
    const kept = ledgerByKey(dir.data);
    expect([...acknowledged].filter(([key, hundredths]) => !isOnce(kept, key, hundredths))).toEqual([]);
    for (const intent of unanswered) {
      const wasCommitted = kept.has(intent.key);
      const answer = await send(server, keys, intent);
      expect([intent.key, answer.status, answer.error]).toEqual(
        wasCommitted ? [intent.key, 409, "idempotency_replay"] : [intent.key, 200, undefined],
      );
      retried[wasCommitted ? "committed" : "not"]++;
      acknowledged.set(intent.key, intent.hundredths);
    }
    const after = ledgerByKey(dir.data);
    expect(after.size).toBe(acknowledged.size);
    expect(unanswered.filter(({ key, hundredths }) => !isOnce(after, key, hundredths))).toEqual([]);
    expect(brokenInvariants(dir.data)).toEqual([]);
    expect(await salute(["check", "--full", "--data", dir.data])).toMatchObject({ code: 0 });
  }

  const target = "/api/salutes/balance?user_id=ext:demo-user";
  const headers = sign(keys.live, "GET", target, { timestamp: Math.floor(Date.now() / 1000) });
  const { balance } = (await (await fetch(server.url + target, { headers })).json()) as { balance: number };
  const sum = [...acknowledged.values()].reduce((total, hundredths) => total + hundredths, 0);
  expect(balance).toBe(sum / 100);
  // Kills between requests prove nothing.
  expect(retried.committed + retried.not).toBeGreaterThan(ROUNDS / 2);
  console.log(
    `${acknowledged.size} credits; of the unanswered, ${retried.committed} had been committed and ${retried.not} had not`,
  );
  server.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
});

test("kill -9 at any moment of a first start: the next start works", async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`kill -9 in first starts: SEED=${seed}`);
  for (let round = 0; round < ROUNDS; round++) {
    const data = `${dir.data}-${round}`;
    const first = start([executable(), "serve", "--port", "0", "--data", data], { env: ENV });
    running = first;
    await Bun.sleep(chooseMoment(round, ROUNDS, random) * 120);
    first.kill("SIGKILL");
    expect((await first.finished).signal).toBe("SIGKILL");
    const server = await startServer(data, { env: ENV });
    running = server;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(brokenInvariants(data)).toEqual([]);
    expect(await salute(["check", "--full", "--data", data])).toMatchObject({ code: 0 });
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  }
});
