import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReceivedAnswer } from "../../harness/app/caller.ts";
import { executable } from "../../harness/processes/build.ts";
import { type Server, startServer } from "../../harness/processes/executable.ts";

const start = (dataDir: string) =>
  startServer(dataDir, { env: { RATE_LIMIT_MESSENGER_PER_MIN: "0", MINIAPP_GIFT_MISSILES: "0" } });

/** The owner's token, which the first start prints once it listens. */
async function ownerOf(server: Server): Promise<string> {
  const [, token = ""] = await server.printed(/token (op_\S+)/);
  return token;
}

type Json = ReceivedAnswer["json"];

interface SentChange {
  path: string;
  token: string;
  body: { idempotency_key: string } & Record<string, unknown>;
}

/** Null if the server ended before it answered. */
async function post(url: string, path: string, body: object, token?: string) {
  try {
    const response = await fetch(`${url}/api/messenger/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json() };
  } catch {
    return null;
  }
}

const SALUTES = 5_000;
/** Plays per player, of two players. */
const PLAYS = 120;
const KILLS = 3;
/** Concurrent calls. */
const LANES = 16;

/** Three demo players with salutes, and the calls each will make: plays, rotations, purchases and a round of the grid. */
async function prepare(url: string, owner: string): Promise<{ tokens: string[]; calls: SentChange[] }> {
  const promo = { code: "BANK", title: "Bank", reward: { kind: "salutes", amount: SALUTES } };
  expect((await post(url, "admin/games/promos", promo, owner))?.status).toBe(200);
  const tokens: string[] = [];
  for (const player of [1, 2, 3]) {
    const token: string = (await post(url, "demo/session", { player }))?.json.session.token;
    await post(url, "games/promos/claim", { idempotency_key: "bank", code: "BANK" }, token);
    tokens.push(token);
  }
  const [one = "", two = "", three = ""] = tokens;
  await post(url, "games/recon-grid/purchase", { idempotency_key: "buy", quantity: 20 }, three);
  const begun = await post(url, "games/recon-grid/start", { idempotency_key: "start" }, three);
  const round_id = begun?.json.round.id;
  const call = (token: string, path: string, key: string, body = {}): SentChange => ({
    path: `games/${path}`,
    token,
    body: { idempotency_key: key, ...body },
  });
  const calls = Array.from({ length: PLAYS }, (_, n) => [
    call(one, "spin-wheel/play", `play-${n}`, { pay: "salutes", client_seed: `mine-${n}` }),
    call(two, "spin-wheel/play", `play-${n}`, { pay: "salutes" }),
    ...(n % 4 === 0 ? [call(one, "fairness/rotate", `rotate-${n}`)] : []),
    ...(n % 6 === 0 ? [call(two, "items/purchase", `item-${n}`, { item: "missile", quantity: 2 })] : []),
    ...(n % 6 === 0 ? [call(three, "recon-grid/reveal", `cell-${n}`, { round_id, cell: n / 6 })] : []),
  ]).flat();
  return { tokens, calls };
}

/** Expected balances after the given answers, each counted once. */
function balancesAfter(answers: Iterable<{ path: string; json: Json }>, start: [number, number, number]) {
  let [salutes, missiles, spins] = start;
  for (const { json, path } of answers) {
    if (path.endsWith("/play")) {
      const { cost, reward } = json.round;
      salutes -= Math.round(cost * 100);
      if (reward.kind === "salutes") salutes += Math.round(reward.amount * 100);
      if (reward.kind === "missiles") missiles += reward.amount;
      if (reward.kind === "free_spins") spins += reward.amount;
    }
    if (path.endsWith("/purchase")) {
      salutes -= Math.round(json.purchase.cost * 100);
      missiles += json.purchase.quantity;
    }
  }
  return { salutes: salutes / 100, missiles, free_spins: spins };
}

/** Sends the calls in order, up to LANES at once. */
async function inLanes(waiting: SentChange[], send: (call: SentChange) => Promise<void>): Promise<void> {
  const lane = async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) await send(call);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

test("kill -9 during plays, reveals and purchases loses no answered change, and retries never count twice", async () => {
  const parent = mkdtempSync(join(tmpdir(), "salute-kill-"));
  const dataDir = join(parent, "data");
  const answered = new Map<SentChange, Json>();
  try {
    let server = await start(dataDir);
    const { calls, tokens } = await prepare(server.url, await ownerOf(server));
    const share = calls.length / KILLS;
    for (let kill = 0; kill < KILLS; kill++) {
      const before = answered.size;
      // What was sent before goes along: answered or not, it must not count again.
      const batch = calls.slice(kill * share, (kill + 1) * share).concat(calls.slice(0, kill * 40));
      await inLanes(batch, async (call) => {
        const answer = await post(server.url, call.path, call.body, call.token);
        if (answer?.status === 200 && !answered.has(call)) answered.set(call, answer.json);
        if (answered.size >= before + 40) server.kill("SIGKILL");
      });
      await server.finished;
      const now = answered.size - before;
      expect([kill, now >= 40, now < share]).toEqual([kill, true, true]);
      server = await start(dataDir);
    }

    const final = new Map<SentChange, Json>();
    await inLanes([...calls], async (call) => {
      const answer = await post(server.url, call.path, call.body, call.token);
      const known = answered.get(call);
      if (known !== undefined)
        expect([call.body.idempotency_key, answer?.json]).toEqual([
          call.body.idempotency_key,
          { ...known, replayed: true },
        ]);
      if (answer?.status === 200) final.set(call, answer.json);
      else expect([call.path, answer?.json.error]).toEqual(["games/recon-grid/reveal", "round_closed"]);
    });
    const rounds = [...final].filter(([{ path }]) => path.endsWith("/play")).map(([, { round }]) => round.id);
    expect([rounds.length, new Set(rounds).size]).toEqual([2 * PLAYS, 2 * PLAYS]);
    const nonces = [...final].flatMap(([{ path, token }, { round }]) =>
      path.endsWith("/play") ? [`${token} ${round.fairness.server_seed_hash} ${round.nonce}`] : [],
    );
    expect(new Set(nonces).size).toBe(2 * PLAYS);
    for (const [index, token] of tokens.entries()) {
      const own = [...final]
        .filter(([call]) => call.token === token)
        .map(([{ path }, json]) => ({ path, json }));
      const { json } = (await post(server.url, "games/recon-grid/status", {}, token)) ?? {};
      const start: [number, number, number] = [SALUTES * 100, 0, 0];
      const due = balancesAfter(own, index === 2 ? [SALUTES * 100 - 20 * 200, 20, 0] : start);
      const reveals = own.filter(({ path }) => path.endsWith("/reveal"));
      const earned = Math.max(0, ...reveals.map(({ json: { round } }) => round.earned));
      const spent = reveals.length;
      expect([index, json.balances]).toEqual([
        index,
        { ...due, salutes: due.salutes + earned, missiles: due.missiles - spent },
      ]);
    }
    const check = Bun.spawnSync([executable(), "check", "--data", dataDir], {
      stdout: "pipe",
      stderr: "pipe",
    });
    expect([check.exitCode, check.stdout.toString()]).toEqual([0, expect.stringContaining("checks hold")]);
    server.kill("SIGTERM");
    await server.finished;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}, 120_000);
