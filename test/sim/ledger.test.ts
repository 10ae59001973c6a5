import { expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS, HOUR_MS, isoUtc, MINUTE_MS, SECOND_MS } from "../../src/kit/clock.ts";
import { adjustKey, rotateKey, setKeyStatus } from "../../src/modules/access/keys/index.ts";
import { purgeExpired } from "../../src/modules/platform/idempotency/index.ts";
import { switchSafeMode } from "../../src/modules/platform/state/index.ts";
import { createWorld, type ReceivedAnswer, type World } from "../harness/app/world.ts";
import { chooseSeed } from "../harness/simulation/random.ts";
import { LedgerModel, type ModelKey, type Mutation, type Verdict } from "./ledger-model.ts";
import { Random } from "./random.ts";

/**
 * A seeded random walk of ledger operations. Compares each answer with a model, and checks the invariants of contract
 * section 13 after each step. `SEED=… bun test test/sim` repeats a run, SIM_STEPS makes it longer.
 */

const STEPS = Number(process.env.SIM_STEPS ?? 300);
setDefaultTimeout(60_000 + STEPS * 200);

const ACTOR = { kind: "command", name: "simulation" } as const;
const PARTNERS = ["acme", "globex"];
const AMOUNTS = [1, 2, 99, 100, 2_550, 1_000_000, 99_999_999_999_999, 100_000_000_000_000];

class Simulation {
  readonly model = new LedgerModel();
  readonly random: Random;
  /** Earlier requests, to repeat completely or in part. */
  readonly sent: Mutation[] = [];
  readonly counts: Record<string, number> = {};

  constructor(
    readonly world: World,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async prepare(): Promise<void> {
    for (const partner of PARTNERS) {
      for (let i = 0; i < 2; i++) await this.makeKey(partner);
      for (let i = 0; i < 3; i++) await this.makeUser(partner);
    }
  }

  async step(): Promise<string> {
    const actions: [number, string, () => Promise<void>][] = [
      [40, "one mutation", () => this.send(this.fresh())],
      [10, "the same intent with a new nonce", () => this.send({ ...this.earlier(), nonce: this.nonce() })],
      [6, "the very same request", () => this.send(this.earlier())],
      [
        6,
        "a key for another payload",
        () => this.send({ ...this.earlier(), amount: this.amount(), nonce: this.nonce() }),
      ],
      [
        6,
        "a nonce for another intent",
        () => this.send({ ...this.fresh(), ...pick(this.earlier(), "nonce", "keyId", "secret") }),
      ],
      [10, "many at once", () => this.sendMany()],
      [4, "a moment", async () => this.world.clock.advance(this.random.between(1, 30) * SECOND_MS)],
      [3, "a quarter of an hour", async () => this.world.clock.advance(15 * MINUTE_MS)],
      [1, "a day", async () => this.world.clock.advance(DAY_MS)],
      [1, "a month", async () => this.world.clock.advance(31 * DAY_MS)],
      [
        1,
        "a clock set back",
        async () => this.world.clock.advance(-this.random.between(1, 3_600) * SECOND_MS),
      ],
      [2, "a restart", () => this.restart()],
      [2, "a purge", () => this.purge()],
      [2, "safe mode", () => this.toggleSafeMode()],
      [3, "a rotation", () => this.rotate()],
      [2, "a key disabled or enabled", () => this.toggleKey()],
      [2, "a ceiling", () => this.setCeiling()],
      [3, "a user suspended or active", () => this.toggleUser()],
      [1, "a new user", () => this.makeUser(this.random.one(PARTNERS))],
      [1, "a new key", () => this.makeKey(this.random.one(PARTNERS))],
    ];
    let at = this.random.fraction() * actions.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, name, action] of actions) {
      at -= weight;
      if (at > 0) continue;
      await action();
      return name;
    }
    return "nothing";
  }

  nonce = () => this.random.hex(this.random.one([16, 32, 128]));
  amount = () =>
    this.random.chance(0.03) ? 0 : this.random.one([...AMOUNTS, this.random.between(1, 100_000)]);
  key = () => this.random.one([...this.model.keys.values()]);

  /** One of the last requests, mostly with the current secret. */
  earlier(): Mutation {
    if (this.sent.length === 0) return this.fresh();
    const earlier = this.random.one(this.sent.slice(-80));
    const secret = this.model.keys.get(earlier.keyId)?.secret ?? "";
    return this.random.chance(0.85) ? { ...earlier, secret } : earlier;
  }

  fresh(): Mutation {
    const key = this.key();
    const own = [...this.model.users.values()].filter(
      (user) => user.partner === key.partner || this.random.chance(0.1),
    );
    return {
      kind: this.random.chance(0.55) ? "credit" : "debit",
      keyId: key.id,
      secret: this.random.chance(0.05)
        ? "sk_live_wrong_secret"
        : this.random.one([key.secret, key.secret, key.previous?.secret ?? key.secret]),
      nonce: this.nonce(),
      idempotencyKey: `order-${this.random.hex(10)}`,
      userId: this.random.chance(0.03) ? 9_999 : this.random.one(own).id,
      amount: this.amount(),
    };
  }

  async request(mutation: Mutation): Promise<ReceivedAnswer> {
    const { kind, keyId, secret, nonce, idempotencyKey, userId, amount } = mutation;
    return this.world.call("POST", `/api/salutes/${kind}`, {
      key: { key_id: keyId, secret },
      body: `{"user_id":${userId},"amount":${amount / 100},"reason":"simulated"}`,
      nonce,
      idempotencyKey,
    });
  }

  async send(mutation: Mutation): Promise<void> {
    this.sent.push(mutation);
    const now = this.world.clock.now();
    const answer = await this.request(mutation);
    this.compare(mutation, answer, this.model.apply(mutation, now));
  }

  /** Concurrent requests; the model applies them in the server's commit order. */
  async sendMany(): Promise<void> {
    const base = this.fresh();
    const batch = Array.from({ length: this.random.between(2, 12) }, (): Mutation => {
      const other = { ...this.fresh(), ...pick(base, "keyId", "secret", "userId") };
      return this.random.chance(0.3) ? { ...base, nonce: this.nonce() } : other;
    });
    this.sent.push(...batch);
    const now = this.world.clock.now();
    const { http } = this.world.services;
    const store = http.mutations;
    const taken: string[] = [];
    http.mutations = {
      ...store,
      takeNonce: (tx, of) => {
        if (!taken.includes(of.nonce)) taken.push(of.nonce);
        return store.takeNonce(tx, of);
      },
    };
    const answers = await Promise.all(batch.map((mutation) => this.request(mutation)));
    http.mutations = store;
    const inOrder = batch
      .map((mutation, index) => ({ mutation, answer: answers[index] as ReceivedAnswer }))
      .sort((a, b) => taken.indexOf(a.mutation.nonce) - taken.indexOf(b.mutation.nonce));
    for (const { mutation, answer } of inOrder)
      this.compare(mutation, answer, this.model.apply(mutation, now));
  }

  compare(mutation: Mutation, { status, json, headers }: ReceivedAnswer, verdict: Verdict): void {
    const name = verdict.error ?? "success";
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    expect({ mutation, status, error: json.error ?? null }).toEqual({
      mutation,
      status: verdict.status,
      error: verdict.error,
    });
    const { entry } = verdict;
    if (entry === null) return;
    const body = {
      success: true,
      user_id: String(entry.userId),
      balance: entry.balanceAfter / 100,
      delta: entry.delta / 100,
      ledger_entry_id: entry.id,
      idempotency_key: mutation.idempotencyKey,
      metadata: null,
    };
    const told = { status: 200, created_at_utc: isoUtc(entry.createdAt) };
    const original = verdict.hasBody === true ? { body } : { body: null, ledger_entry_id: entry.id };
    expect(headers.get("idempotency-replayed")).toBe(verdict.error === null ? null : "true");
    expect(verdict.error === null ? json : json.original).toEqual(
      verdict.error === null ? body : { ...told, ...original },
    );
  }

  async restart(): Promise<void> {
    await this.world.restart();
    this.model.restart();
  }

  async purge(): Promise<void> {
    const now = this.world.clock.now();
    const [nonces, records] = [now - 15 * MINUTE_MS, now - 30 * DAY_MS];
    await this.write((tx) =>
      purgeExpired(tx, { noncesBefore: nonces, recordsBefore: records, chunk: 1_000_000 }),
    );
    this.model.purge(nonces, records);
  }

  async toggleSafeMode(): Promise<void> {
    this.model.isSafeMode = !this.model.isSafeMode && this.random.chance(0.5);
    await this.write((tx) => switchSafeMode(tx, ACTOR, this.model.isSafeMode ? "simulated" : null));
  }

  async rotate(): Promise<void> {
    const key = this.key();
    const until = this.world.clock.now() + 24 * HOUR_MS;
    const { secret } = await this.write((tx) =>
      rotateKey(tx, ACTOR, { keyring: this.world.services.keyring, keyId: key.id }),
    );
    key.previous = { secret: key.secret, until };
    key.secret = secret;
  }

  async toggleKey(): Promise<void> {
    const key = this.key();
    key.isDisabled = !key.isDisabled && this.random.chance(0.5);
    await this.write((tx) =>
      setKeyStatus(tx, ACTOR, { keyId: key.id, status: key.isDisabled ? "disabled" : "active" }),
    );
  }

  async setCeiling(): Promise<void> {
    const key = this.key();
    key.ceiling = this.random.one([null, null, 1_000, 5_000_000]);
    await this.write((tx) => adjustKey(tx, ACTOR, { keyId: key.id, dailyCreditLimit: key.ceiling }));
  }

  async toggleUser(): Promise<void> {
    const user = this.random.one([...this.model.users.values()]);
    user.status = user.status === "active" ? "suspended" : "active";
    await this.write((tx) => tx.run("UPDATE users SET status = ? WHERE id = ?", user.status, user.id));
  }

  async makeUser(partner: string): Promise<void> {
    const externalId = `user-${this.random.hex(8)}`;
    const id = await this.write((tx) => {
      const owner = tx.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", partner)?.id ?? 0;
      return tx.run(
        "INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at) VALUES (?, ?, 'active', 0, 0, 0)",
        owner,
        externalId,
      ).lastInsertRowid;
    });
    this.model.users.set(id, { id, partner, status: "active", balance: 0 });
  }

  async makeKey(partner: string): Promise<void> {
    const { key_id: id, secret } = await this.world.createKey(partner);
    const key: ModelKey = { id, partner, secret, previous: null, isDisabled: false, ceiling: null };
    this.model.keys.set(id, key);
  }

  write<Value>(work: Parameters<typeof this.world.services.live.writer.run<Value>>[0]): Promise<Value> {
    return this.world.services.live.writer.run(work);
  }

  /** Checks the invariants of contract section 13, and that the files match the model. */
  checkInvariants(): void {
    const { read } = this.world.services.live;
    const broken = read.all(
      `SELECT users.id, balance, total(delta) AS sum,
           (SELECT balance_after FROM ledger_entries WHERE user_id = users.id ORDER BY id DESC LIMIT 1) AS last
         FROM users LEFT JOIN ledger_entries ON user_id = users.id GROUP BY users.id
         HAVING balance <> sum OR balance <> coalesce(last, 0) OR balance < 0`,
    );
    expect(broken).toEqual([]);
    expect(read.all("SELECT id, balance, status FROM users ORDER BY id")).toEqual(
      [...this.model.users.values()].map(({ id, balance, status }) => ({ id, balance, status })),
    );
    const newest = this.model.entries.slice(-20);
    expect(
      read.all(
        `SELECT id, user_id AS userId, delta, balance_after AS balanceAfter, partner_key_id AS keyId, created_at AS createdAt
           FROM ledger_entries WHERE id > ? ORDER BY id`,
        (newest[0]?.id ?? 1) - 1,
      ),
    ).toEqual(newest);
    const entries = this.model.entries.length;
    expect(
      read.get(
        `SELECT (SELECT count(*) FROM ledger_entries) AS entries,
           (SELECT count(*) FROM events WHERE event_type IN ('salutes.credit', 'salutes.debit')) AS events,
           (SELECT count(*) FROM events JOIN ledger_entries
              ON ledger_entries.id = json_extract(data, '$.ledger_entry_id')
              AND delta = round(json_extract(data, '$.delta') * 100)) AS told,
           (SELECT count(DISTINCT partner_id || ' ' || idempotency_key) FROM ledger_entries) AS keys,
           (SELECT count(*) FROM ledger_answers WHERE NOT EXISTS (SELECT 1 FROM ledger_entries
              WHERE id = entry_id AND id = json_extract(body, '$.ledger_entry_id') AND origin = 'partner')) AS outcomeless`,
      ),
    ).toEqual({ entries, events: entries, told: entries, keys: entries, outcomeless: 0 });
    expect(read.all("PRAGMA foreign_key_check")).toEqual([]);
    expect(read.get("SELECT count(*) AS keys FROM partner_keys WHERE mode <> 'live'")).toEqual({ keys: 0 });
    expect(this.world.services.sandbox.read.get("SELECT count(*) AS rows FROM users")).toEqual({ rows: 0 });
  }
}

function pick<Whole, Name extends keyof Whole>(whole: Whole, ...names: Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

test(`the ledger keeps its promises over ${STEPS} random steps`, async () => {
  const seed = chooseSeed();
  const world = await createWorld({
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_FAILED_AUTH_PER_MIN: "0",
  });
  const simulation = new Simulation(world, seed);
  await simulation.prepare();
  let did = "preparing";
  for (let step = 1; step <= STEPS; step++) {
    try {
      did = await simulation.step();
      simulation.checkInvariants();
    } catch (error) {
      throw new Error(
        `SEED=${seed} SIM_STEPS=${STEPS}: step ${step}, after ${did}: ${(error as Error).message}`,
      );
    }
  }
  console.log(`ledger simulation: SEED=${seed}, ${JSON.stringify(simulation.counts)}`);
  await world.close();
});
