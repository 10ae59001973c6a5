import { expect, setDefaultTimeout, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { INVARIANTS } from "../../src/compose/modules.ts";
import { HOUR_MS } from "../../src/kit/clock.ts";
import { createMessengerWorld, createPlayer, initData, type TestPlayer } from "../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../harness/app/messenger-desk.ts";
import type { ReceivedAnswer, World } from "../harness/app/world.ts";
import { brokenInvariants } from "../harness/checks/invariants.ts";
import { type CrashMoment, crashAtCommit } from "../harness/simulation/crash.ts";
import { chooseSeed } from "../harness/simulation/random.ts";
import { Random } from "./random.ts";

/**
 * A seeded crowd at the mini-app: plays, reveals, purchases, promo claims, missions and rotations interleave, and the
 * process ends at commits of its choice. Every balance must be the sum of what was answered. `SEED=…` repeats a run,
 * SIM_STEPS makes it longer.
 */
const STEPS = 8 * Number(process.env.SIM_STEPS ?? 300);
setDefaultTimeout(60_000 + STEPS * 100);

const GIVEN = 300;
const MISSIONS = [
  { mission_key: "visits", kind: "visit", target: 3, reward: { kind: "missiles", amount: 4 }, budget: 100 },
  { mission_key: "earned", kind: "salutes_earned", target: 7, reward: { kind: "salutes", amount: 2.5 } },
  { mission_key: "spins", kind: "spins", target: 2, reward: { kind: "free_spins", amount: 1 }, budget: 9 },
  {
    mission_key: "targets",
    kind: "grid_targets",
    target: 1,
    reward: { kind: "salutes", amount: 1 },
    budget: 6,
  },
  { mission_key: "friends", kind: "referrals", target: 1, reward: { kind: "missiles", amount: 7 } },
] as const;
const CODES = { GIFT: { kind: "salutes", amount: 10 }, ARMS: { kind: "missiles", amount: 6 } } as const;
const MAX_CLAIMS = 5;

type Json = ReceivedAnswer["json"];

/** One call, which may be sent any number of times. */
interface Call {
  player: TestPlayer;
  path: string;
  body: Record<string, unknown>;
}

/** Counts of hundredths of salutes, missiles and free spins. */
class Purse {
  salutes = GIVEN * 100;
  missiles = 0;
  free_spins = 0;

  add({ amount, kind }: { kind: string; amount: number }, times = 1): void {
    if (kind === "salutes") this.salutes += Math.round(amount * 100) * times;
    if (kind === "missiles") this.missiles += amount * times;
    if (kind === "free_spins") this.free_spins += amount * times;
  }

  spend(salutes: number): void {
    this.salutes -= Math.round(salutes * 100);
  }
}

class Simulation {
  readonly random: Random;
  readonly players: TestPlayer[] = [];
  /** What each intent of a player was answered first, by its key. */
  readonly answers = new Map<string, { call: Call; json: Json }>();
  readonly sent: Call[] = [];
  readonly rounds = new Map<number, Set<number>>();
  readonly counts: Record<string, number> = {};
  #keys = 0;

  constructor(
    readonly world: World,
    readonly desk: Desk,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async prepare(): Promise<void> {
    const { desk } = this;
    for (const { kind, mission_key, target, ...rest } of MISSIONS) {
      const mission = {
        mission_key,
        title: "Mission",
        state: "active",
        per_player_cap: 40,
        goal: { kind, target },
      };
      expect((await desk.post("admin/missions", { ...mission, ...rest })).status).toBe(200);
    }
    for (const [code, reward] of Object.entries(CODES))
      expect(
        (await desk.post("admin/games/promos", { code, title: code, reward, max_claims: MAX_CLAIMS })).status,
      ).toBe(200);
    let startParam = "r0";
    for (let id = 3_001; id <= 3_008; id++) {
      const init_data = initData(this.world, id, { startParam });
      const answer = await this.world.call("POST", "/api/messenger/init/verify", { body: { init_data } });
      startParam = answer.json.referral_param;
      const player = createPlayer(this.world, id);
      await player.give(GIVEN);
      this.players.push(player);
    }
  }

  /** A call that was not sent before. */
  fresh(): Call {
    const { random } = this;
    const player = random.one(this.players);
    const key = { idempotency_key: `k${this.#keys++}` };
    const games = (path: string, body: object = {}): Call => ({
      player,
      path: `games/${path}`,
      body: { ...key, ...body },
    });
    const { mission_key } = random.one(MISSIONS);
    const round_id = [...(this.rounds.get(player.id) ?? [1])].at(-1);
    const seed = random.chance(0.3) ? { client_seed: `c${random.between(1, 9)}` } : {};
    const choices: [number, () => Call][] = [
      [14, () => games("spin-wheel/play", seed)],
      [10, () => games("spin-wheel/play", { pay: random.one(["free", "free_spin", "salutes"]), ...seed })],
      [12, () => games("recon-grid/start", seed)],
      [30, () => games("recon-grid/reveal", { round_id, cell: random.between(0, 24) })],
      [2, () => games("recon-grid/reveal", { round_id: random.between(1, 99), cell: random.between(0, 30) })],
      [9, () => games("recon-grid/purchase", { quantity: random.between(1, 4) })],
      [
        5,
        () =>
          games("items/purchase", { item: random.one(["spin", "missile"]), quantity: random.between(1, 2) }),
      ],
      [4, () => games("fairness/rotate")],
      [4, () => games("promos/claim", { code: random.one(["gift", "ARMS"]) })],
      [9, () => ({ player, path: "missions/enroll", body: { mission_key } })],
      [
        9,
        () => ({
          player,
          path: "missions/progress",
          body: { mission_key: "visits", event_id: `v${random.between(1, 400)}`, kind: "visit" },
        }),
      ],
    ];
    let ticket = random.between(
      1,
      choices.reduce((sum, [weight]) => sum + weight, 0),
    );
    for (const [weight, make] of choices) {
      ticket -= weight;
      if (ticket <= 0) return make();
    }
    throw new Error("nothing was chosen");
  }

  next(): Call {
    const { random } = this;
    if (this.sent.length === 0 || random.chance(0.8)) return this.fresh();
    const earlier = random.one(this.sent.slice(-60));
    return random.chance(0.7) ? earlier : { ...earlier, body: { ...earlier.body, client_seed: "other" } };
  }

  /** Calls at once; those that a crash left without an answer are sent again once the next process is up. */
  async batch(size: number, when: CrashMoment | null): Promise<void> {
    const calls = Array.from({ length: size }, () => this.next());
    this.sent.push(...calls);
    const hasCrashed =
      when === null ? null : await crashAtCommit(this.world, when, this.random.between(1, 2));
    const left = await this.send(calls);
    if (when === null) {
      expect(left).toEqual([]);
      return;
    }
    if (hasCrashed?.() === true) this.counts[`crash ${when}`] = (this.counts[`crash ${when}`] ?? 0) + 1;
    await this.world.restart();
    expect(await this.send(left)).toEqual([]);
  }

  /** Returns the calls that nobody answered. */
  async send(calls: readonly Call[]): Promise<Call[]> {
    const answers = await Promise.all(
      calls.map(async (call) => ({ call, answer: await call.player.post(call.path, call.body) })),
    );
    return answers.filter(({ answer, call }) => !this.note(call, answer)).map(({ call }) => call);
  }

  note(call: Call, { json, status }: ReceivedAnswer): boolean {
    if (status === 503) return false;
    const name = `${call.path} ${status}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    expect([name, [200, 400, 404, 409].includes(status)]).toEqual([name, true]);
    if (status !== 200 || call.body.idempotency_key === undefined) return true;
    const key = `${call.player.id} ${call.body.idempotency_key}`;
    const first = this.answers.get(key);
    if (first === undefined) this.answers.set(key, { call, json });
    else {
      expect([key, call.path, call.body]).toEqual([key, first.call.path, first.call.body]);
      expect({ ...json, replayed: null }).toEqual({ ...first.json, replayed: null });
    }
    if (call.path === "games/recon-grid/start") {
      const own = this.rounds.get(call.player.id) ?? new Set();
      this.rounds.set(call.player.id, own.add(json.round.id));
    }
    return true;
  }

  /** Balances as the answers leave them. */
  async due(player: TestPlayer): Promise<Purse> {
    const purse = new Purse();
    for (const { call, json } of this.answers.values()) {
      if (call.player.id !== player.id) continue;
      if (call.path === "games/spin-wheel/play") {
        purse.spend(json.round.cost);
        if (json.round.paid_with === "free_spin") purse.free_spins--;
        purse.add(json.round.reward);
      }
      if (json.purchase !== undefined) {
        purse.spend(json.purchase.cost);
        purse.add({
          kind: json.purchase.item === "spin" ? "free_spins" : "missiles",
          amount: json.purchase.quantity,
        });
      }
      if (call.path === "games/promos/claim") purse.add(json.reward);
    }
    for (const id of this.rounds.get(player.id) ?? []) {
      const { round } = (await player.get(`games/rounds/${id}`)).json;
      purse.add({ kind: "salutes", amount: round.earned });
      purse.missiles -= round.revealed.length;
    }
    const finished = this.world.services.live.read.all<{ mission_key: string; times: number }>(
      `SELECT m.mission_key, COUNT(*) AS times FROM mission_enrollments AS e JOIN missions AS m ON m.id = e.mission_id
         JOIN messenger_players AS p ON p.id = e.player_id
         WHERE e.state = 'done' AND p.telegram_id = ? GROUP BY m.mission_key`,
      player.id,
    );
    for (const { mission_key, times } of finished)
      for (const mission of MISSIONS)
        if (mission.mission_key === mission_key) purse.add(mission.reward, times);
    return purse;
  }

  async check(): Promise<void> {
    const own = INVARIANTS.map(({ name, run }) => ({ name, ...run(this.world.services.live.read) }));
    expect(own.filter(({ ok }) => !ok).map(({ detail, name }) => `${name}: ${detail}`)).toEqual([]);
    expect(brokenInvariants(this.world.dataDir)).toEqual([]);
    for (const player of this.players) {
      const { salutes, ...tokens } = await this.due(player);
      const { balances } = (await player.get("games/fairness")).json;
      expect([player.id, balances]).toEqual([player.id, { salutes: salutes / 100, ...tokens }]);
    }
    const { desk } = this;
    const { promos } = (await desk.get("admin/games/promos")).json;
    for (const { claims } of promos) expect(claims).toBeLessThanOrEqual(MAX_CLAIMS);
    const { missions } = (await desk.get("admin/missions")).json;
    for (const { budget_left } of missions) expect(budget_left ?? 0).toBeGreaterThanOrEqual(0);
  }

  /** Every round again, by the notes' arithmetic alone. Returns how many. */
  async recompute(): Promise<number> {
    const ids: [TestPlayer, number][] = [];
    for (const { call, json } of this.answers.values())
      if (typeof json.round?.id === "number" && call.path !== "games/recon-grid/reveal")
        ids.push([call.player, json.round.id]);
    this.world.clock.advance(24 * HOUR_MS);
    for (const player of this.players) expect((await player.act("games/fairness/rotate")).status).toBe(200);
    const nonces = new Set<string>();
    for (const [player, id] of ids) {
      const { round } = (await player.get(`games/rounds/${id}`)).json;
      const { client_seed, server_seed, server_seed_hash } = round.fairness;
      nonces.add(`${server_seed_hash} ${round.nonce}`);
      expect(createHash("sha256").update(server_seed).digest("hex")).toBe(server_seed_hash);
      const drawn = drawsOf(server_seed, client_seed, round.nonce);
      expect([id, outcomeOf(round)]).toEqual([id, recomputed(round, drawn)]);
    }
    expect(nonces.size).toBe(ids.length);
    return ids.length;
  }
}

/** 32 bits at a time; those that no multiple of `n` holds are passed over. */
function drawsOf(serverSeed: string, clientSeed: string, nonce: number): (n: number) => number {
  let cursor = 0;
  return (n) => {
    for (;;) {
      const block = createHmac("sha256", serverSeed).update(
        `${clientSeed}:${nonce}:${Math.floor(cursor / 32)}`,
      );
      const value = block.digest().readUInt32BE(cursor % 32);
      cursor += 4;
      if (value < 2 ** 32 - (2 ** 32 % n)) return value % n;
    }
  };
}

const outcomeOf = (round: Json): unknown => round.segment_index ?? round.layout;

function recomputed(round: Json, draw: (n: number) => number): unknown {
  if (round.segments !== undefined) {
    const spread: number[] = round.segments.flatMap(({ index, weight }: { index: number; weight: number }) =>
      new Array<number>(weight).fill(index),
    );
    return spread[draw(spread.length)];
  }
  const { mines, targets, tiles } = round.rules;
  const left = Array.from({ length: tiles }, (_, cell) => cell);
  const layout = new Array<string>(tiles).fill("empty");
  for (let pick = 0; pick < mines + targets; pick++)
    layout[left.splice(draw(left.length), 1)[0] ?? -1] = pick < mines ? "mine" : "target";
  return layout;
}

test("a crowd at the games with crashes at commits: every balance is the sum of the answers, every round recomputes", async () => {
  const seed = chooseSeed();
  console.log(`SEED=${seed}`);
  const world = await createMessengerWorld();
  const simulation = new Simulation(world, await messengerDesk(world), seed);
  try {
    await simulation.prepare();
    for (let done = 0, batches = 0; done < STEPS; batches++) {
      const size = simulation.random.between(1, 24);
      const when = batches % 8 === 7 ? (["before", "after"] as const)[batches % 16 === 7 ? 0 : 1] : null;
      await simulation.batch(size, when ?? null);
      done += size;
      if (simulation.random.chance(0.3)) world.clock.advance(simulation.random.between(1, 90) * 60_000);
      if (batches % 25 === 24) await simulation.check();
    }
    await simulation.check();
    const rounds = await simulation.recompute();
    console.log(`${rounds} rounds; ${JSON.stringify(simulation.counts)}`);
    expect(rounds).toBeGreaterThan(STEPS / 20);
    expect(simulation.counts).toMatchObject({
      "crash after": expect.any(Number),
      "crash before": expect.any(Number),
      "games/promos/claim 200": expect.any(Number),
      "games/recon-grid/reveal 200": expect.any(Number),
      "missions/progress 200": expect.any(Number),
    });
  } finally {
    await world.close();
  }
});
