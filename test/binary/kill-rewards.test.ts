import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { signInitData } from "../harness/app/init-data.ts";
import { BOT_TOKEN } from "../harness/app/messenger.ts";
import { brokenInvariants } from "../harness/checks/invariants.ts";
import { type Server, SLOW_MS, salute, scratch, startServer } from "../harness/processes/executable.ts";
import { readRows, Stall } from "../harness/processes/stall.ts";
import { chooseMoment, chooseSeed, seededRandom } from "../harness/simulation/random.ts";
import { until } from "../harness/until.ts";

/** KILL_ROUNDS sets the number of rounds, SEED repeats a run. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 4);
const PLAYERS = 12;
const ENV = {
  TELEGRAM_BOT_TOKEN: BOT_TOKEN,
  RATE_LIMIT_MESSENGER_PER_MIN: "0",
  MINIAPP_GIFT_MISSILES: "0",
  LOG_LEVEL: "warn",
};
/** Values changed by rewards, costs, grants and purchases, without request counters. */
const KEPT =
  /^(ledger_entries|events|users|audit_entries|operator_idempotency|promos|promo_claims|missions|mission_(?!decisions)|missile_|messenger_(?!hours))/;

setDefaultTimeout(SLOW_MS * 6);

interface Balances {
  salutes: number;
  missiles: number;
}

interface Answer {
  status: number;
  json: { error?: string; replayed?: boolean; decision?: string; balances: Balances };
}

let dir: ReturnType<typeof scratch>;
let server: Server;
let operator = "";

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${server.url}/api/messenger/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() } as Answer;
}

const post = (id: number, path: string, body: object = {}) =>
  call(
    "POST",
    path,
    { authorization: `tma ${signInitData(BOT_TOKEN, { user: { id, first_name: "P" }, at: Date.now() })}` },
    body,
  );
const desk = (path: string, body: object, headers: Record<string, string> = {}) =>
  call("POST", `admin/${path}`, { authorization: `Bearer ${operator}`, ...headers }, body);

/** Requests retried with the same key until they succeed, and the expected changes. */
const WORKS: Record<string, { moves: Balances; send: (id: number) => Promise<Answer> }> = {
  "a promo claim": {
    moves: { salutes: 10, missiles: 0 },
    send: (id) => post(id, "games/promos/claim", { idempotency_key: "promo", code: "gift" }),
  },
  "a mission reward": {
    moves: { salutes: 0, missiles: 4 },
    send: (id) => post(id, "missions/progress", { mission_key: "visits", event_id: "first", kind: "visit" }),
  },
  "a grant": {
    moves: { salutes: 0, missiles: 3 },
    send: (id) =>
      desk(
        "games/recon-grid/manual-grant",
        { telegram_user_id: id, missiles: 3, reason: "kill" },
        { "idempotency-key": `grant-${id}` },
      ),
  },
  "a purchase": {
    moves: { salutes: -4, missiles: 2 },
    send: (id) => post(id, "games/recon-grid/purchase", { idempotency_key: "purchase", quantity: 2 }),
  },
};

async function done(answer: Promise<Answer>): Promise<Answer> {
  const { json, status } = await answer;
  expect([status, json.error]).toEqual([200, undefined]);
  return { json, status };
}

let players = 0;

/** A player with 100 salutes, enrolled in a mission that one visit completes. */
async function newPlayer(): Promise<number> {
  const id = 70_000 + ++players;
  await done(post(id, "init/verify"));
  await done(post(id, "games/promos/claim", { idempotency_key: "purse", code: "PURSE" }));
  await done(post(id, "missions/enroll", { mission_key: "visits" }));
  return id;
}

async function balancesOf(id: number): Promise<Balances> {
  const { salutes, missiles } = (await done(post(id, "games/recon-grid/status"))).json.balances;
  return { salutes, missiles };
}

async function startAgain(): Promise<void> {
  server = await startServer(dir.data, { env: ENV });
}

async function killed(): Promise<void> {
  server.kill("SIGKILL");
  expect((await server.finished).signal).toBe("SIGKILL");
}

async function proved(): Promise<void> {
  expect(await salute(["check", "--full", "--data", dir.data])).toMatchObject({ code: 0 });
  expect(brokenInvariants(dir.data)).toEqual([]);
}

/** Retries requests that may have been applied, and asserts that they are applied exactly once. */
async function finish(id: number, sends: readonly ((id: number) => Promise<Answer>)[], due: Balances) {
  for (const send of sends) await done(send(id));
  expect(await balancesOf(id)).toEqual(due);
  const before = readRows(dir.data, KEPT);
  for (const send of sends) await done(send(id));
  expect(readRows(dir.data, KEPT)).toEqual(before);
}

beforeAll(async () => {
  dir = scratch();
  await startAgain();
  const made = await salute([
    "operators",
    "create",
    "--name",
    "kill",
    "--role",
    "operator",
    "--json",
    "--data",
    dir.data,
  ]);
  operator = (JSON.parse(made.stdout) as { token: string }).token;
  const salutes = (amount: number) => ({ kind: "salutes", amount });
  await done(desk("games/promos", { code: "PURSE", title: "Purse", reward: salutes(100) }));
  await done(desk("games/promos", { code: "GIFT", title: "Gift", reward: salutes(10) }));
  const [goal, reward] = [
    { kind: "visit", target: 1 },
    { kind: "missiles", amount: 4 },
  ];
  await done(
    desk("missions", {
      mission_key: "visits",
      title: "Visits",
      state: "active",
      goal,
      reward,
      budget: 4_000,
    }),
  );
  const config = { missile_price: 2 };
  await done(desk("games/catalog-campaigns", { key: "grid", game_key: "recon-grid", title: "Grid", config }));
});

afterAll(() => {
  server.kill("SIGKILL");
  dir.remove();
});

for (const [name, { moves, send }] of Object.entries(WORKS))
  test(`kill -9 at each write of ${name}, and right after its commit: it is atomic, and applied once after a retry`, async () => {
    const first = await newPlayer();
    const due = { salutes: 100 + moves.salutes, missiles: moves.missiles };
    const [before, after] = [
      readRows(dir.data, KEPT),
      await done(send(first)).then(() => readRows(dir.data, KEPT)),
    ];
    const written = [...after].filter(([table, rows]) => before.get(table) !== rows).map(([table]) => table);
    console.log(`${name}: ${written.join(", ")}`);
    expect(written.length).toBeGreaterThan(3);
    for (const table of written) {
      const id = await newPlayer();
      const untouched = readRows(dir.data, KEPT);
      const stall = new Stall(dir.data, table);
      const answer = send(id).catch(() => null);
      await stall.reached();
      await killed();
      expect(await answer).toBeNull();
      stall.remove();
      expect(readRows(dir.data, KEPT)).toEqual(untouched);
      await startAgain();
      await finish(id, [send], due);
    }

    const id = await newPlayer();
    const untouched = readRows(dir.data, KEPT);
    const answer = send(id).catch(() => null);
    await until(() => !Bun.deepEquals(readRows(dir.data, KEPT), untouched), SLOW_MS, 1);
    await killed();
    await answer;
    const committed = readRows(dir.data, KEPT);
    await startAgain();
    await finish(id, [send], due);
    expect(readRows(dir.data, KEPT)).toEqual(committed);
    await proved();
  });

test(`kill -9 during all four concurrently, ${ROUNDS} times: nothing acknowledged is lost or applied twice`, async () => {
  const seed = chooseSeed();
  const random = seededRandom(seed);
  console.log(`kill -9 of rewards: SEED=${seed} KILL_ROUNDS=${ROUNDS}`);
  const works = Object.values(WORKS);
  const sends = works.map(({ send }) => send);
  let roundsHit = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await Promise.all(Array.from({ length: PLAYERS }, newPlayer));
    const enough = chooseMoment(round, ROUNDS, random) * ids.length * (works.length - 1);
    const counts = { sent: 0, answered: 0 };
    /** Sends a player's requests in turn until the kill; each player begins with another one, so that kinds mix. */
    const play = async (id: number, from: number) => {
      for (let turn = 0; turn < sends.length && counts.answered <= enough; turn++) {
        counts.sent++;
        const answer = await sends[(from + turn) % sends.length]?.(id).catch(() => null);
        if (!answer) return;
        expect([answer.status, answer.json.error]).toEqual([200, undefined]);
        if (++counts.answered > enough) server.kill("SIGKILL");
      }
    };
    await Promise.all(ids.map(play));
    await killed();
    console.log(`${counts.answered} of the ${counts.sent} sent were answered`);
    if (counts.answered < counts.sent) roundsHit++;
    await startAgain();
    for (const id of ids) await finish(id, sends, { salutes: 106, missiles: 9 });
    await proved();
  }
  // Kills between requests prove nothing.
  expect(roundsHit).toBeGreaterThan(ROUNDS / 2);
});
