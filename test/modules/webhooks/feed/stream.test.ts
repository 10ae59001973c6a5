import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { buildApp } from "../../../../src/app.ts";
import { DAY_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { type IssuedKey, setKeyStatus } from "../../../../src/modules/access/keys/index.ts";
import { emitEvent } from "../../../../src/modules/webhooks/events/index.ts";
import { streamEvents } from "../../../../src/modules/webhooks/feed/event-stream.ts";
import { retention, runJob } from "../../../harness/app/jobs.ts";
import { sign } from "../../../harness/app/signing.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { VirtualTimers } from "../../../harness/simulation/virtual-time.ts";
import { until } from "../../../harness/until.ts";

const STREAM = "/api/partner/events/stream";
const SANDBOX_STREAM = "/api/partner/sandbox/events/stream";

let world: World;
let app: ReturnType<typeof buildApp>;
let key: IssuedKey;
let open: Listener[];

beforeEach(async () => {
  world = await createWorld({ RATE_LIMIT_WEBHOOK_PER_MIN: "0", PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  app = buildApp(world.services);
  key = await world.createKey("acme");
  open = [];
});

afterEach(async () => {
  for (const each of open) await each.close();
  await world.close();
});

interface SentEvent {
  id: number;
  event: string;
  data: { event_id: string; sequence: number; event_type: string; data: object };
}

/** Reads server-sent events as they come. */
class Listener {
  text = "";
  hasEnded = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(readonly response: Response) {
    if (response.body === null) throw new Error("no stream");
    this.#reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    void this.#read();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for (let step = await this.#reader.read(); !step.done; step = await this.#reader.read())
      this.text += decoder.decode(step.value);
    this.hasEnded = true;
  }

  get events(): SentEvent[] {
    const blocks = this.text.split("\n\n").filter((block) => block.startsWith("id: "));
    return blocks.map((block) => {
      const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
      return {
        id: Number(fields.get("id")),
        event: fields.get("event") ?? "",
        data: JSON.parse(fields.get("data") ?? ""),
      };
    });
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

async function ask(target: string, { by = key, headers = {}, method = "GET" } = {}): Promise<Response> {
  const timestamp = Math.floor(world.clock.now() / 1000);
  const signed = sign(by, method, target, { nonce: null, timestamp });
  return app.handle(new Request(`http://localhost${target}`, { method, headers: { ...signed, ...headers } }));
}

async function listen(target: string, options: Parameters<typeof ask>[1] = {}): Promise<Listener> {
  const response = await ask(target, options);
  expect(response.status).toBe(200);
  const listener = new Listener(response);
  open.push(listener);
  return listener;
}

const emit = (count: number, partnerId = 1) =>
  world.services.live.writer.run((tx) => {
    for (let i = 0; i < count; i++)
      emitEvent(tx, { partnerId, type: "users.deleted", data: { user_id: String(i), external_id: null } });
  });

const disable = ({ key_id }: IssuedKey) =>
  world.services.live.writer.run((tx) =>
    setKeyStatus(tx, { kind: "command", name: "test" }, { keyId: key_id, status: "disabled" }),
  );

describe("the stream of events", () => {
  test("begins with the oldest event and goes on with each new one, as the feed lists it", async () => {
    await emit(3);
    const listener = await listen(`${STREAM}?limit=2`);
    await until(() => listener.events.length === 3);
    await world.createUser(key, "zoe");
    await until(() => listener.events.length === 4);
    const feed = await world.call("GET", "/api/partner/events", { key });
    expect(listener.events.map(({ data }) => data)).toEqual(feed.json.events);
    expect(listener.events.at(-1)).toMatchObject({ id: 4, event: "users.created", data: { sequence: 4 } });
    expect(listener.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(listener.response.headers.get("cache-control")).toBe("no-store");
    expect(listener.response.headers.get("x-accel-buffering")).toBe("no");
  });

  test("continues after Last-Event-ID, which comes before after", async () => {
    await emit(5);
    const from = await listen(`${STREAM}?after=3`);
    const again = await listen(`${STREAM}?after=1`, { headers: { "last-event-id": "4" } });
    await until(() => from.events.length === 2 && again.events.length === 1);
    expect([from.ids, again.ids]).toEqual([[4, 5], [5]]);
    const wrong = await ask(STREAM, { headers: { "last-event-id": "evt_1" } });
    expect([wrong.status, (await wrong.json()).error]).toEqual([400, "invalid_payload"]);
  });

  test("holds only the chosen types, and with only_new only events after the request", async () => {
    await world.createUser(key, "zoe");
    const chosen = await listen(`${STREAM}?types=users.deleted,salutes.*`);
    const fresh = await listen(`${STREAM}?only_new=1`);
    await emit(1);
    await until(() => chosen.events.length === 1 && fresh.events.length === 1);
    expect([chosen.ids, fresh.ids.at(-1)]).toEqual([[2], 2]);
    expect(fresh.text).toStartWith(": your events\nid: 1\n\nid: 2\n");
    const refused = await world.call("GET", `${STREAM}?types=nothing`, { key });
    expect([refused.status, refused.json.error]).toEqual([400, "invalid_query"]);
  });

  test("holds nothing of another partner, and nothing that was undone", async () => {
    const other = await world.createKey("umbrella");
    const mine = await listen(STREAM);
    const theirs = await listen(STREAM, { by: other });
    await emit(2, 2);
    const undone = world.services.live.writer.run((tx) => {
      emitEvent(tx, { partnerId: 1, type: "users.deleted", data: { user_id: "undone", external_id: null } });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await emit(1);
    await until(() => theirs.events.length === 2 && mine.events.length === 1);
    expect(mine.text).not.toContain("undone");
    expect(mine.events[0]?.data.data).toEqual({ user_id: "0", external_id: null });
  });

  test("is refused with 410 before it starts if the events are no longer kept", async () => {
    await emit(3);
    world.clock.advance(31 * DAY_MS);
    await runJob(world, retention.name);
    for (const [target, headers] of [
      [`${STREAM}?after=1`, {}],
      [STREAM, { "last-event-id": "1" }],
    ] as const) {
      const gone = await world.call("GET", target, { key, headers });
      expect([gone.status, gone.json.error, gone.json.oldest_sequence]).toEqual([
        410,
        "events_expired",
        null,
      ]);
    }
  });

  test("is open five times per partner, and once more after one has ended", async () => {
    const second = await world.createKey("acme");
    for (let i = 0; i < 5; i++) await listen(STREAM, { by: i % 2 === 0 ? key : second });
    const refused = await world.call("GET", STREAM, { key });
    expect([refused.status, refused.json.error, refused.headers.get("retry-after")]).toEqual([
      429,
      "rate_limited",
      "15",
    ]);
    await listen(STREAM, { by: await world.createKey("umbrella") });
    await listen(SANDBOX_STREAM, { by: await world.createKey("acme", "sandbox") });
    await open[0]?.close();
    await until(async () => (await listen(STREAM).catch(() => null)) !== null);
  });

  test("HEAD opens none", async () => {
    for (let i = 0; i < 6; i++) {
      const head = await ask(STREAM, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    }
    await until(() => world.services.http.inFlight.count === 0);
  });

  test("ends when its key is disabled, and no other does", async () => {
    const second = await world.createKey("acme");
    const [ending, staying] = [await listen(STREAM), await listen(STREAM, { by: second })];
    await disable(key);
    await until(() => ending.hasEnded);
    await emit(1);
    await until(() => staying.events.length === 1);
    expect([ending.ids, staying.hasEnded]).toEqual([[], false]);
  });

  test("ends at a stop of the server, after the event in progress, and is complete", async () => {
    const called = await world.call("GET", STREAM, { key });
    expect(called.text).toBe(": your events\n\n");
    const listener = await listen(STREAM);
    await emit(1);
    await until(() => listener.events.length === 1);
    world.services.http.inFlight.endStreams();
    await until(() => listener.hasEnded);
    await world.services.http.inFlight.idle();
    expect(world.logged.filter((line) => line.includes("cut off"))).toEqual([]);
  });

  test("reads no further than its client, whatever happens meanwhile", async () => {
    const unread = await ask(`${STREAM}?limit=1`);
    const other = await listen(STREAM, { by: await world.createKey("acme") });
    await emit(200);
    await until(() => other.events.length === 200);
    await disable(key);
    const listener = new Listener(unread);
    await until(() => listener.hasEnded);
    expect(listener.ids.length).toBeLessThan(3);
  });

  test("in the sandbox holds the sandbox's own events, and goes on after a reset", async () => {
    const practice = await world.createKey("acme", "sandbox");
    await emit(1);
    const listener = await listen(`${SANDBOX_STREAM}?only_new=1`, { by: practice });
    const created = async () =>
      world.call("POST", "/api/partner/sandbox/users", { key: practice, body: { external_id: "zoe" } });
    expect((await created()).status).toBe(201);
    await until(() => listener.events.length === 1);
    world.clock.advance(SECOND_MS);
    await world.services.sandboxFiles.reset("acme");
    expect((await created()).status).toBe(201);
    await until(() => listener.events.length === 2);
    expect(listener.events.map(({ event }) => event)).toEqual(["users.created", "users.created"]);
    expect(listener.ids[1]).toBe(listener.ids[0]);
    const live = await world.call("GET", SANDBOX_STREAM, { key });
    expect(live.status).toBe(403);
  });
});

test("a comment follows 15 s of silence", async () => {
  const timers = new VirtualTimers(world.clock);
  const began = world.clock.now();
  const source = {
    db: world.services.live,
    partnerId: 1,
    query: { limit: 50 },
    isAdmitted: () => true,
    opening: ": open\n\n",
    timers,
  };
  const stopping = new AbortController();
  const chunks = streamEvents(source, stopping.signal);
  expect((await chunks.next()).value).toBe(": open\n\n");
  for (const silence of [15, 30]) {
    const next = chunks.next();
    let hasCome = false;
    void next.then(() => {
      hasCome = true;
    });
    await until(() => !timers.strikeUntil(began + silence * SECOND_MS) && hasCome);
    expect((await next).value).toBe(": heartbeat\n\n");
    expect(world.clock.now() - began).toBe(silence * SECOND_MS);
  }
  stopping.abort();
  expect((await chunks.next()).done).toBe(true);
});
