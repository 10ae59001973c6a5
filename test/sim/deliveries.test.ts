import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { runInvariants } from "../../src/compose/invariants.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/kit/clock.ts";
import { readSafeMode, switchSafeMode } from "../../src/modules/platform/state/index.ts";
import { switchWebhook } from "../../src/modules/webhooks/deliveries/index.ts";
import { replayDeliveries } from "../../src/modules/webhooks/deliveries/replays/replay.ts";
import { deleteWebhook } from "../../src/modules/webhooks/webhooks/delete-webhook.ts";
import type { WebhookRow } from "../../src/modules/webhooks/webhooks/store.ts";
import { EngineRig } from "../harness/simulation/engine-rig.ts";
import { type Behaviour, OK } from "../harness/simulation/fake-network.ts";
import { chooseSeed } from "../harness/simulation/random.ts";
import { Random } from "./random.ts";

/**
 * A seeded random walk of the delivery engine with receivers that fail in every way, and crashes before and after
 * commits. After each step the invariants of contract section 13 hold, and so do those visible to receivers: delivered
 * records were received, first attempts start in order, no webhook exceeds its slots, no retry is early. In the end every
 * record is delivered or dead. `SEED=… SIM_STEPS=3000 bun test test/sim` repeats a run.
 */

const STEPS = Number(process.env.SIM_STEPS ?? 250);
setDefaultTimeout(120_000 + STEPS * 400);

const ACTOR = { kind: "command", name: "simulation" } as const;
const PARTNERS = ["acme", "globex", "initech"];
const PER_WEBHOOK = 4;
/** Records of a quick receiver that are claimed before they have a slot. */
const CLAIMED_AHEAD = 32;
const TOTAL = 12;

const FAULTS: readonly Behaviour[] = [
  { kind: "answer", status: 500 },
  { kind: "answer", status: 404, delayMs: 700 },
  { kind: "answer", status: 200, delayMs: 3_500 },
  { kind: "answer", status: 302, headers: { location: "https://elsewhere.test/" } },
  { kind: "answer", status: 429, headers: { "retry-after": "120" } },
  {
    kind: "answer",
    status: 503,
    headers: { "retry-after": new Date(Date.UTC(2026, 10, 21, 11)).toUTCString() },
  },
  { kind: "hang" },
  { kind: "slow_body", status: 200 },
  { kind: "slow_body", status: 500 },
  { kind: "huge_body", status: 200 },
  { kind: "huge_body", status: 502 },
  { kind: "reset" },
  { kind: "refused" },
  { kind: "tls" },
  { kind: "dns" },
];
const GONE: Behaviour = { kind: "answer", status: 410 };

interface Row {
  id: number;
  webhook_id: number;
  uid: string;
  state: string;
}

class Simulation {
  readonly random: Random;
  readonly counts: Record<string, number> = {};
  readonly webhooks: { id: number; partner: string; name: string }[] = [];
  /** Records by webhook, in order of their first attempts. */
  readonly #begun = new Map<number, number[]>();
  readonly #known = new Map<string, number>();
  #checked = 0;

  constructor(
    readonly rig: EngineRig,
    seed: number,
  ) {
    this.random = new Random(seed);
  }

  async prepare(): Promise<void> {
    for (const partner of PARTNERS) for (let n = 0; n < 2; n++) await this.addWebhook(partner);
    await this.rig.start();
  }

  async addWebhook(partner = this.random.one(PARTNERS)): Promise<void> {
    const name = `receiver${this.webhooks.length}.test`;
    const type = this.random.chance(0.3) ? "*" : "users.deleted";
    this.webhooks.push({ id: await this.rig.webhook(partner, name, type), partner, name });
  }

  async step(): Promise<string> {
    const { random, rig } = this;
    const actions: [number, string, () => Promise<unknown>][] = [
      [30, "events", () => rig.emit(random.one(PARTNERS), random.between(1, 12))],
      [3, "many events", () => rig.emit(random.one(PARTNERS), random.between(60, 160))],
      [25, "a moment", () => rig.pass(random.between(1, 40) * SECOND_MS)],
      [5, "some hours", () => rig.pass(random.between(1, 5) * HOUR_MS)],
      [14, "a receiver falls ill", () => this.behave(random.one(FAULTS))],
      [10, "a receiver recovers", () => this.behave(OK)],
      [5, "a receiver is gone", () => this.behave(GONE)],
      [6, "a webhook is switched", () => this.toggle()],
      [1, "a webhook is deleted", () => this.remove()],
      [2, "a webhook is made", () => this.addWebhook()],
      [6, "replays", () => this.replay()],
      [3, "safe mode is switched", () => this.toggleSafeMode()],
      [14, "a crash at a commit", () => this.crash()],
      [4, "a crash at rest", () => rig.restart()],
      [6, "commits that fail", () => this.failCommits()],
      [4, "a graceful stop", () => this.stopGracefully()],
    ];
    let ticket = random.between(
      1,
      actions.reduce((sum, [weight]) => sum + weight, 0),
    );
    for (const [weight, name, act] of actions) {
      ticket -= weight;
      if (ticket > 0) continue;
      this.counts[name] = (this.counts[name] ?? 0) + 1;
      await act();
      await rig.quiet();
      if (rig.fuse.isBlown) await rig.restart();
      return name;
    }
    throw new Error("no action was chosen");
  }

  async behave(behaviour: Behaviour): Promise<void> {
    this.rig.network.behave(this.random.one(this.webhooks).name, behaviour);
  }

  async toggle(): Promise<void> {
    const { id } = this.random.one(this.webhooks);
    const row = this.row(id);
    if (row.deleted_at === null)
      await this.rig.write((tx) => switchWebhook(tx, id, row.is_active === 1 ? "partner" : "on"));
  }

  async remove(): Promise<void> {
    const { id } = this.random.one(this.webhooks);
    const row = this.row(id);
    if (row.deleted_at === null && this.webhooks.length > 4)
      await this.rig.write((tx) => deleteWebhook(tx, row));
  }

  async replay(): Promise<void> {
    const { sql, partnerIds } = this.rig;
    const partnerId = partnerIds.get(this.random.one(PARTNERS)) ?? 0;
    const ids = sql
      .all<{ id: number }>("SELECT id FROM webhook_deliveries WHERE partner_id = ?", partnerId)
      .filter(() => this.random.chance(0.1))
      .map(({ id }) => id);
    if (ids.length > 0)
      await this.rig.write((tx) =>
        replayDeliveries(tx, ACTOR, { partnerId, event_ids: ids.slice(0, 20).map(String) }),
      );
  }

  async toggleSafeMode(): Promise<void> {
    const isOn = readSafeMode(this.rig.sql) !== null;
    await this.rig.write((tx) => switchSafeMode(tx, ACTOR, isOn ? null : "simulation"));
  }

  /** Crashes the process at one of its next commits, written or not; then another takes over. */
  async crash(): Promise<void> {
    this.rig.fuse.left = this.random.between(1, 6);
    this.rig.fuse.commits = this.random.chance(0.5);
    await this.rig.emit(this.random.one(PARTNERS), this.random.between(1, 12));
    await this.rig.pass(this.random.between(1, 60) * SECOND_MS);
    await this.rig.restart();
  }

  async failCommits(): Promise<void> {
    this.rig.failingCommits = this.random.between(1, 4);
    await this.rig.emit(this.random.one(PARTNERS), this.random.between(1, 12));
    await this.rig.pass(this.random.between(1, 20) * SECOND_MS);
    this.rig.failingCommits = 0;
  }

  async stopGracefully(): Promise<void> {
    const stopping = this.rig.engine.stop(this.random.between(0, 8) * SECOND_MS);
    await this.rig.pass(10 * SECOND_MS);
    await stopping;
    expect(
      this.rig.sql.get("SELECT COUNT(*) AS n FROM webhook_deliveries WHERE state = 'delivering'"),
    ).toEqual({ n: 0 });
    await this.rig.restart();
  }

  row(id: number): WebhookRow {
    const row = this.rig.sql.get<WebhookRow>("SELECT * FROM webhooks WHERE id = ?", id);
    if (row === null) throw new Error(`webhook ${id} is not there`);
    return row;
  }

  /** Called for each post; asserts that no webhook exceeds its slots, and that its first attempts start in order. */
  posted({ uid, url, atOnce }: { uid: string; url: string; atOnce: number }): void {
    const name = new URL(url).hostname;
    if (atOnce > PER_WEBHOOK) throw new Error(`${name} receives ${atOnce} posts at once`);
    const webhook = this.webhooks.find((each) => each.name === name);
    const key = `${uid} ${name}`;
    if (webhook === undefined || this.#known.has(key)) return;
    const record = this.rig.sql.get<Row>(
      "SELECT d.id, d.state FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id WHERE e.uid = ? AND d.webhook_id = ?",
      uid,
      webhook.id,
    );
    this.#known.set(key, record?.id ?? 0);
    const begun = this.#begun.get(webhook.id) ?? [];
    this.#begun.set(webhook.id, [...begun, record?.id ?? 0]);
    if ((begun.at(-1) ?? 0) > (record?.id ?? 0))
      throw new Error(`record ${record?.id} began after ${begun.at(-1)}`);
  }

  check(): void {
    const { sql, network, engine } = this.rig;
    expect(runInvariants(sql, "live", false).filter(({ ok }) => !ok)).toEqual([]);
    expect(engine.inFlight).toBeLessThanOrEqual(TOTAL);
    expect(
      sql.all(
        "SELECT webhook_id FROM webhook_deliveries WHERE state = 'delivering' GROUP BY 1 HAVING COUNT(*) > ?",
        PER_WEBHOOK + CLAIMED_AHEAD,
      ),
    ).toEqual([]);
    const names = new Map(this.webhooks.map(({ id, name }) => [id, name]));
    const taken = new Set(
      network.seen
        .filter(({ status }) => status !== null && status >= 200 && status < 300)
        .map(({ uid, name }) => `${uid} ${name}`),
    );
    const records = sql.all<Row>(
      "SELECT d.id, d.webhook_id, e.uid, d.state FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id ORDER BY d.id",
    );
    const unfounded = records.filter(
      ({ uid, webhook_id, state }) => state === "delivered" && !taken.has(`${uid} ${names.get(webhook_id)}`),
    );
    expect(unfounded).toEqual([]);
    expect(this.earlyRetries()).toEqual([]);
    expect(this.untoldDeaths()).toEqual([]);
    this.#checked = records.length;
  }

  /** Attempts before their scheduled time; a new round or a recovered lease is due immediately. */
  earlyRetries(): unknown[] {
    return this.rig.sql.all(
      `SELECT * FROM (SELECT a.*, LAG(next_attempt_at) OVER w AS said, LAG(attempted_at) OVER w AS before_at
          FROM webhook_attempts AS a WHERE is_probe = 0 WINDOW w AS (PARTITION BY delivery_id ORDER BY id)) AS a
        WHERE attempted_at < said AND NOT EXISTS (SELECT 1 FROM audit_entries
          WHERE (subject = 'webhook_delivery:' || a.delivery_id
              OR json_type(details, '$.was."' || a.delivery_id || '"') IS NOT NULL) AND created_at >= before_at AND created_at <= attempted_at)
        AND delivery_id NOT IN (${[...this.disturbed].join(", ") || "0"})`,
    );
  }

  /** Records returned by a crash, a stop or a switch, which are due immediately. */
  readonly disturbed = new Set<number>();

  noteDisturbed(): void {
    for (const { id } of this.rig.sql.all<{ id: number }>(
      "SELECT id FROM webhook_deliveries WHERE state IN ('delivering', 'held') OR (state = 'pending' AND attempts > 0)",
    ))
      this.disturbed.add(id);
  }

  /** Each dead letter has an event, unless it is a delivery of one; none goes to the failed webhook. */
  untoldDeaths(): unknown[] {
    return this.rig.sql.all(
      `SELECT d.id FROM webhook_deliveries AS d JOIN events AS e ON e.id = d.event_id
        WHERE d.state = 'dead_letter' AND e.event_type <> 'webhook.delivery_failed' AND NOT EXISTS (
          SELECT 1 FROM events AS t WHERE t.event_type = 'webhook.delivery_failed' AND json_extract(t.data, '$.event_id') = d.id)
       UNION ALL SELECT d.id FROM webhook_deliveries AS d JOIN events AS t ON t.id = d.event_id
        WHERE t.event_type = 'webhook.delivery_failed' AND json_extract(t.data, '$.webhook_id') = d.webhook_id
       UNION ALL SELECT t.id FROM events AS t JOIN webhook_deliveries AS d ON d.id = json_extract(t.data, '$.event_id')
        JOIN events AS e ON e.id = d.event_id
        WHERE t.event_type = 'webhook.delivery_failed' AND e.event_type = 'webhook.delivery_failed'`,
    );
  }

  /** With all receivers healthy and all webhooks on, everything pending is delivered. */
  async finish(): Promise<void> {
    const { rig } = this;
    if (readSafeMode(rig.sql) !== null) await this.toggleSafeMode();
    for (const { id, name } of this.webhooks) {
      rig.network.behave(name, OK);
      if (this.row(id).deleted_at === null) await rig.write((tx) => switchWebhook(tx, id, "on"));
    }
    for (let hour = 0; hour < 8 && this.left() > 0; hour++) await rig.pass(HOUR_MS + MINUTE_MS);
    expect(this.left()).toBe(0);
    this.check();
  }

  left(): number {
    const row = this.rig.sql.get<{ n: number }>(
      "SELECT COUNT(*) AS n FROM webhook_deliveries WHERE state NOT IN ('delivered', 'dead_letter', 'cancelled')",
    );
    return row?.n ?? 0;
  }

  summary(): string {
    const states = this.rig.sql.all<{ state: string; n: number }>(
      "SELECT state, COUNT(*) AS n FROM webhook_deliveries GROUP BY state",
    );
    return JSON.stringify({
      records: this.#checked,
      posts: this.rig.network.seen.length,
      states,
      ...this.counts,
    });
  }
}

let rig: EngineRig | null = null;
afterAll(() => rig?.close());

test(`deliveries keep their promises over ${STEPS} random steps`, async () => {
  const seed = chooseSeed();
  let simulation: Simulation | null = null;
  const postFaults: Error[] = [];
  rig = await EngineRig.create({
    total: TOTAL,
    maxAttempts: 3,
    random: () => simulation?.random.fraction() ?? 0.5,
    onPost(post) {
      try {
        simulation?.posted(post);
      } catch (error) {
        postFaults.push(error as Error);
      }
    },
  });
  simulation = new Simulation(rig, seed);
  await simulation.prepare();
  let did = "preparing";
  try {
    for (let step = 1; step <= STEPS; step++) {
      simulation.noteDisturbed();
      did = `step ${step}, ${await simulation.step()}`;
      simulation.noteDisturbed();
      expect(postFaults).toEqual([]);
      simulation.check();
    }
    did = "the end";
    await simulation.finish();
  } catch (error) {
    throw new Error(`SEED=${seed} SIM_STEPS=${STEPS}: after ${did}: ${(error as Error).message}`);
  }
  console.log(`delivery simulation: SEED=${seed}, ${simulation.summary()}`);
});
