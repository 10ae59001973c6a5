import { spyOn } from "bun:test";
import type { Tx } from "../../../src/db/sql.ts";
import { WriteUnavailable } from "../../../src/db/write-errors.ts";
import { HOUR_MS, SECOND_MS } from "../../../src/kit/clock.ts";
import {
  isPaused,
  readSafeMode,
  readSetting,
  writeSetting,
} from "../../../src/modules/platform/state/index.ts";
import { Client, DeliveryEngine, drainNext } from "../../../src/modules/webhooks/deliveries/index.ts";
import type { OpenedReceiver } from "../../../src/modules/webhooks/deliveries/sending/open-secrets.ts";
import { type LaneLetter, Lanes } from "../../../src/modules/webhooks/deliveries/sending/posting/lanes.ts";
import {
  type Letter,
  type Posted,
  signLetter,
} from "../../../src/modules/webhooks/deliveries/sending/posting/letter.ts";
import { emitEvent } from "../../../src/modules/webhooks/events/index.ts";
import { createWebhook } from "../../../src/modules/webhooks/webhooks/create-webhook.ts";
import { createWorld, type World } from "../app/world.ts";
import { FakeNetwork } from "./fake-network.ts";
import { VirtualTimers } from "./virtual-time.ts";

/** Simulates a crash before or after one of the writer's commits. */
interface Fuse {
  /** Commits before the crash; null: no crash. */
  left: number | null;
  /** Whether the last commit is written. */
  commits: boolean;
  isBlown: boolean;
}

export interface EngineOptions {
  random?: () => number;
  total?: number;
  maxAttempts?: number;
  /** Called for each post in order of start; `atOnce` counts the posts to that URL that are in progress, this one too. */
  onPost?: (post: { uid: string; url: string; atOnce: number }) => void;
}

/** A letter in the lanes that a thread keeps otherwise. */
interface RigLetter extends LaneLetter {
  letter: Letter;
  receiver: OpenedReceiver;
  stop: AbortSignal;
  posted: PromiseWithResolvers<Posted>;
}

const POLICY = {
  maxAttempts: 14,
  baseMs: 15 * SECOND_MS,
  maxMs: 6 * HOUR_MS,
  jitter: 0.2,
  timeoutMs: 10 * SECOND_MS,
};

/**
 * The delivery engine on a world's database, with a virtual clock and simulated receivers, which are identified by host
 * name: `https://shop.test/`.
 */
export class EngineRig {
  readonly network: FakeNetwork;
  timers: VirtualTimers;
  engine: DeliveryEngine;
  fuse: Fuse = { left: null, commits: true, isBlown: false };
  /** Number of the engine's next commits that fail. */
  failingCommits = 0;
  /** Commits requested by engines. */
  commits = 0;
  partnerIds = new Map<string, number>();

  private constructor(
    readonly world: World,
    private readonly options: EngineOptions,
  ) {
    this.timers = new VirtualTimers(world.clock);
    this.network = new FakeNetwork(
      () => world.clock.now(),
      () => this.timers,
    );
    this.engine = this.#build();
  }

  static async create(options: EngineOptions = {}): Promise<EngineRig> {
    const world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
    return new EngineRig(world, options);
  }

  get sql() {
    return this.world.services.live.read;
  }

  write<Value>(work: (tx: Tx) => Value): Promise<Value> {
    return this.world.services.live.writer.run(work);
  }

  /** Creates a partner's webhook for every event type. @returns its id */
  async webhook(partner: string, name: string, eventType = "users.deleted"): Promise<number> {
    if (!this.partnerIds.has(partner)) {
      await this.world.createKey(partner);
      const row = this.sql.get<{ id: number }>("SELECT id FROM partners WHERE name = ?", partner);
      this.partnerIds.set(partner, row?.id ?? 0);
    }
    const { keyring } = this.world.services;
    const targets = { allowHttp: false, allowPrivate: false };
    const body = { event_type: eventType as "*", target_url: `https://${name}/hook` };
    const made = await this.write((tx) =>
      createWebhook(tx, { partnerId: this.partnerIds.get(partner) ?? 0, body, keyring, targets }),
    );
    return made.webhook.id;
  }

  /** Creates a webhook with one success, so that it may use all its slots. */
  async provenWebhook(partner: string, name: string): Promise<number> {
    const id = await this.webhook(partner, name);
    await this.emit(partner);
    await this.quiet();
    return id;
  }

  /** Emits an event of the partner. @returns the ids of its deliveries */
  async emit(partner: string, count = 1): Promise<number[]> {
    const partnerId = this.partnerIds.get(partner) ?? 0;
    return this.write((tx) =>
      Array.from({ length: count }, () =>
        emitEvent(tx, { partnerId, type: "users.deleted", data: { user_id: "1", external_id: null } }),
      ).flatMap(({ deliveryIds }) => deliveryIds),
    );
  }

  async start(): Promise<void> {
    void this.engine.start();
    await this.quiet();
  }

  /** Crashes the process, unless it has crashed already, and starts another. */
  async restart(): Promise<void> {
    this.fuse.isBlown = true;
    this.fuse = { left: null, commits: true, isBlown: false };
    this.timers.clear();
    this.engine = this.#build();
    await this.start();
  }

  /** Runs everything that needs no time to pass. */
  async quiet(): Promise<void> {
    const { writer } = this.world.services.live;
    const { counts } = writer;
    for (let still = 0, before = -1; still < 4; ) {
      await new Promise((done) => setImmediate(done));
      const now = counts.commits + counts.failures + this.network.seen.length;
      const isStill = now === before && writer.waiting === 0 && !writer.isUnflushed;
      still = isStill ? still + 1 : 0;
      before = now;
    }
    while (!this.fuse.isBlown && (await this.write(drainNext)));
  }

  /** Advances time, firing timers and waking the engine every second in which something becomes due. */
  async pass(ms: number): Promise<void> {
    const { clock } = this.world;
    const end = clock.now() + ms;
    await this.quiet();
    while (clock.now() < end) {
      const due = this.#nextDue();
      const next = Math.min(due, this.timers.nextAt ?? end, end);
      if ((this.timers.nextAt ?? Number.POSITIVE_INFINITY) <= next) this.timers.strikeUntil(next);
      else {
        clock.advance(Math.max(0, next - clock.now()));
        void this.engine.tick();
      }
      await this.quiet();
    }
  }

  /** Advances time while each flush of the writer takes some. */
  async passFlushing({ flushMs, ms }: { flushMs: number; ms: number }): Promise<void> {
    const { clock, services } = this.world;
    const { wal } = services.live.writer as unknown as { wal: { flush(): Promise<void> } };
    const slow = spyOn(wal, "flush").mockImplementation(
      () => new Promise((done) => void this.timers.after(flushMs, done)),
    );
    const end = clock.now() + ms;
    for (let at = clock.now(); at < end; at = this.timers.nextAt ?? end) {
      this.timers.strikeUntil(at);
      for (let i = 0; i < 6; i++) await new Promise((done) => setImmediate(done));
    }
    slow.mockRestore();
  }

  /** The next whole second at which a retry, probe or lease is due, at least one second from now. */
  #nextDue(): number {
    if (this.sql.get("SELECT 1 FROM delivery_pauses WHERE ended_at IS NULL") !== null)
      return Number.POSITIVE_INFINITY;
    const row = this.sql.get<{ at: number | null }>(
      `SELECT MIN(at) AS at FROM (
         SELECT MIN(next_attempt_at) AS at FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id
           WHERE state = 'failed' AND probe_at IS NULL
         UNION ALL SELECT MIN(probe_at) FROM webhooks)`,
    );
    const second = Math.floor(this.world.clock.now() / SECOND_MS) * SECOND_MS + SECOND_MS;
    if (row === null || row.at === null) return Number.POSITIVE_INFINITY;
    return Math.max(second, Math.ceil(row.at / SECOND_MS) * SECOND_MS);
  }

  state(id: number): Record<string, unknown> {
    return this.sql.get<Record<string, unknown>>("SELECT * FROM webhook_deliveries WHERE id = ?", id) ?? {};
  }

  attempts(id: number): Record<string, unknown>[] {
    return this.sql.all<Record<string, unknown>>(
      "SELECT * FROM webhook_attempts WHERE delivery_id = ? ORDER BY id",
      id,
    );
  }

  condition(webhookId: number): Record<string, unknown> {
    return this.sql.get<Record<string, unknown>>("SELECT * FROM webhooks WHERE id = ?", webhookId) ?? {};
  }

  close(): Promise<void> {
    this.fuse.isBlown = true;
    return this.world.close();
  }

  #build(): DeliveryEngine {
    const { live, log, keyring } = this.world.services;
    const { fuse, timers, options, network } = this;
    const rig = this;
    const { clock } = this.world;
    const client = new Client({
      clock,
      timers,
      timeoutMs: POLICY.timeoutMs,
      allowHttp: false,
      allowPrivate: false,
      resolve: network.resolve,
      exchange: network.exchange,
    });
    const never = new Promise<never>(() => {});
    const total = options.total ?? 64;
    /** Posts in progress by URL. */
    const posting = new Map<string, number>();
    const count = (url: string, change: number) => {
      const atOnce = (posting.get(url) ?? 0) + change;
      posting.set(url, atOnce);
      return atOnce;
    };
    /** Rounds of the lanes by webhook, as the thread's owner counts them. */
    const rounds = new Map<number, number>();
    const lanes = new Lanes<RigLetter>({
      now: () => clock.now(),
      post({ letter, receiver, stop }) {
        if (fuse.isBlown) return never;
        const { url } = receiver;
        options.onPost?.({ uid: letter.uid, url, atOnce: count(url, 1) });
        return client.post(signLetter(letter, receiver), stop).finally(() => count(url, -1));
      },
      done({ letter, posted, webhookId, round }, { outcome, waitedMs, tookMs, isClosed }) {
        if (isClosed) rounds.set(webhookId, Math.max(rounds.get(webhookId) ?? 0, round + 1));
        const startedAt = letter.nowMs + waitedMs;
        if ("error" in outcome) posted.reject(outcome.error);
        else posted.resolve({ receipt: outcome.receipt, startedAt, endedAt: startedAt + tookMs });
      },
    });
    return new DeliveryEngine({
      db: {
        read: live.read,
        writer: {
          // Without others' changes turns have no pauses.
          counts: { commits: 0, changes: 0, failures: 0 },
          async run(work) {
            if (fuse.isBlown) return never;
            rig.commits++;
            const isLast = fuse.left !== null && --fuse.left <= 0;
            if (isLast) fuse.isBlown = true;
            if (isLast && !fuse.commits) return never;
            const value = await live.writer.run((tx) => {
              const made = work(tx);
              if (rig.failingCommits > 0) {
                rig.failingCommits--;
                throw new WriteUnavailable("the disk is full");
              }
              return made;
            });
            return fuse.isBlown ? never : value;
          },
          listen: (topic, listener) =>
            live.writer.listen(topic, () => {
              if (!fuse.isBlown) listener();
            }),
        },
      },
      clock,
      timers,
      log,
      opener: keyring,
      tracer: null,
      random: options.random ?? (() => 0.5),
      poster: {
        keepsLanes: true,
        post(letter, { receiver, ...place }, stop) {
          if (fuse.isBlown) return never;
          const { webhookId } = receiver;
          const posted = Promise.withResolvers<Posted>();
          const round = rounds.get(webhookId) ?? 0;
          lanes.add({ letter, receiver, stop, posted, webhookId, round, ...place });
          return posted.promise;
        },
        recall: (webhookId) => lanes.recall(webhookId),
      },
      policy: { ...POLICY, maxAttempts: options.maxAttempts ?? POLICY.maxAttempts },
      limits: { total, perWebhook: 4, slow: Math.floor(total / 4) },
      isPaused: (sql) => isPaused(sql) || readSafeMode(sql) !== null,
      heartbeat: {
        last: (sql) => Number(readSetting(sql, "deliveries_alive_at") ?? clock.now()),
        beat: (tx) => writeSetting(tx, "deliveries_alive_at", String(tx.now)),
      },
    });
  }
}
