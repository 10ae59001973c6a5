import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { bundleCommands } from "../../clients/generator/bundle.ts";
import { verifyWebhook } from "../../clients/typescript/src/webhooks.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute, scratch } from "../harness/processes/commands.ts";
import { until } from "../harness/until.ts";

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(60_000);

let world: World;
let server: ListeningWorld;
let directory: ReturnType<typeof scratch>;
let live: IssuedKey;
let practice: IssuedKey;
let receiver: ReturnType<typeof Bun.serve>;
let received: { headers: Record<string, string>; body: string }[];
let answer: number;
let children: Bun.Subprocess[];

beforeEach(async () => {
  const limits = { PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_WEBHOOK_PER_MIN: "0" };
  world = await createWorld(limits);
  server = await listen(world);
  live = await world.createKey("acme");
  practice = await world.createKey("acme", "sandbox");
  directory = scratch();
  mkdirSync(directory.file("salute"));
  const profile = ({ key_id: key, secret }: IssuedKey) => ({ key, secret, base_url: server.baseUrl });
  const profiles = { live: profile(live), sandbox: profile(practice) };
  writeFileSync(directory.file("salute/profiles.json"), JSON.stringify(profiles), { mode: 0o600 });
  writeFileSync(directory.file("salute.mjs"), (await bundleCommands())["bin/salute.js"] ?? "");
  received = [];
  answer = 204;
  children = [];
  receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push({ headers: request.headers.toJSON(), body: await request.text() });
      return new Response(null, { status: answer });
    },
  });
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await receiver.stop(true);
  await server.stop();
  await world.close();
  directory.remove();
});

const hook = () => `http://127.0.0.1:${receiver.port}/hook`;
const run = (...args: string[]) => salute(args, { env: { XDG_CONFIG_HOME: directory.path } });

/** A command of the bundle, in Node.js. */
class Program {
  out = "";
  err = "";
  readonly child: Bun.Subprocess<"ignore", "pipe", "pipe">;

  constructor(...args: string[]) {
    this.child = Bun.spawn(["node", directory.file("salute.mjs"), ...args], {
      env: { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: directory.path },
      stdout: "pipe",
      stderr: "pipe",
    });
    children.push(this.child);
    void this.#read(this.child.stdout, "out");
    void this.#read(this.child.stderr, "err");
  }

  async #read(stream: ReadableStream<Uint8Array>, name: "out" | "err"): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of stream) this[name] += decoder.decode(chunk);
  }

  /** The lines of --json. */
  get lines() {
    return this.out
      .trimEnd()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  }
}

describe("salute listen", () => {
  test("delivers new events of the sandbox, signed so that the client's verifier accepts them", async () => {
    await run("trigger", "users.updated");
    const listener = new Program("listen", "--forward-to", hook(), "--json");
    await until(() => listener.lines.length === 1);
    const [{ type, secret, forward_to }] = listener.lines;
    expect([type, forward_to, secret]).toEqual(["listening", hook(), expect.stringMatching(/^whsec_.{44}$/)]);
    const made = await run("trigger", "donation.claimed", "--json");
    await until(() => received.length === 1);
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    expect(await verifyWebhook({ secret, headers, body })).toMatchObject(made.json);
    const { "x-webhook-signature": _, ...standard } = headers;
    expect(await verifyWebhook({ secret, headers: standard, body })).toMatchObject(made.json);
    await until(() => listener.lines.length === 2);
    expect(listener.lines[1]).toMatchObject({
      type: "delivery",
      event_id: made.json.event_id,
      event_type: "donation.claimed",
      sequence: made.json.sequence,
      status: 204,
      error: null,
    });
    listener.child.kill("SIGINT");
    expect(await listener.child.exited).toBe(0);
  });

  test("delivers what a webhook would be sent, with its secret, of the chosen types of the live key", async () => {
    const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const args = ["--forward-to", hook(), "--events", "users.*,wallets.linked", "--secret", secret, "--live"];
    const listener = new Program("listen", ...args);
    await until(() => listener.out.includes("Events go to"));
    expect(listener.out).not.toContain("whsec_");
    const user = await world.createUser(live, "zoe");
    const entry = { user_id: user, amount: 5, reason: "quest" };
    await world.call("POST", "/api/salutes/credit", { key: live, body: entry });
    await world.call("PATCH", `/api/partner/users/${user}`, { key: live, body: { username: "zoe" } });
    await until(() => received.length === 2);
    const feed = await world.call("GET", "/api/partner/events?types=users.*", { key: live });
    for (const [index, { headers, body }] of received.entries()) {
      expect(JSON.parse(body)).toEqual(feed.json.events[index]);
      await verifyWebhook({ secret, headers, body });
    }
  });

  test("shows the receiver's refusal and that none is there, and goes on", async () => {
    answer = 500;
    const listener = new Program("listen", "--forward-to", hook());
    await until(() => listener.out.includes("secret of this session: whsec_"));
    await run("trigger", "users.created");
    await until(() => listener.out.includes("users.created"));
    expect(listener.out).toMatch(/#\d+ {2}users\.created {2}evt_\w+ {2}500 after \d+ ms\n/);
    await receiver.stop(true);
    await run("trigger", "users.deleted");
    await until(() => listener.out.includes("users.deleted"));
    expect(listener.out).toContain("no answer: connection refused. Is your receiver running there?");
  });

  test("opens a lost stream again after the last event: none is missed, and none comes twice", async () => {
    const listener = new Program("listen", "--forward-to", hook(), "--json");
    await until(() => listener.lines.length === 1);
    await run("trigger", "users.created");
    await until(() => received.length === 1);
    world.services.http.inFlight.endStreams();
    for (let i = 0; i < 3; i++) await run("trigger", "users.deleted");
    await until(() => received.length === 4);
    await run("trigger", "wallets.linked");
    await until(() => received.length === 5);
    const sequences = received.map(({ body }) => JSON.parse(body).sequence as number);
    expect(sequences).toEqual(Array.from({ length: 5 }, (_, i) => (sequences[0] ?? 0) + i));
    expect(listener.err).toContain("ended the stream");
  });

  test("says what is wrong with a key, an address or a type, and ends", async () => {
    const cases: [string[], number, string][] = [
      [["--live", "--profile", "sandbox"], 2, "is not a live key"],
      [["--profile", "live"], 2, "is not a sandbox key: add --live"],
      [["--profile", "nobody"], 1, "has no profile nobody"],
      [["--base-url", "http://127.0.0.1:1"], 1, "No answer from http://127.0.0.1:1: connection refused"],
      [["--events", "users.nothing"], 1, "answered 400 invalid_query"],
      [["--base-url", hook()], 1, "not as salute does"],
    ];
    answer = 404;
    for (const [flags, code, words] of cases) {
      const failed = await run("listen", "--forward-to", hook(), ...flags);
      expect([failed.code, failed.err]).toEqual([code, expect.stringContaining(words)]);
    }
    const nowhere = await run("listen", "--forward-to", "localhost:3000");
    expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("is not an address such as")]);
    writeFileSync(
      directory.file("salute/profiles.json"),
      JSON.stringify({ sandbox: { key: practice.key_id, secret: "wrong", base_url: server.baseUrl } }),
    );
    const wrong = await run("listen", "--forward-to", hook());
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("answered 401 unauthorized: Check")]);
  });
});

test("salute logs tail prints events as they happen", async () => {
  const tail = new Program("logs", "tail", "--json");
  await until(() => tail.err.includes("Waiting for events"));
  const made = await run("trigger", "salutes.credit", "--json");
  await until(() => tail.lines.length === 1);
  expect(tail.lines).toEqual([made.json]);
});

test("salute trigger refuses an unknown type and a live key", async () => {
  const unknown = await run("trigger", "users.nothing");
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("400 invalid_payload")]);
  const wrong = await run("trigger", "users.created", "--profile", "live");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("is not a sandbox key")]);
});

describe("salute events resend", () => {
  test("delivers any event here by its number or id, and tells by its code whether it was taken", async () => {
    const made: { event_id: string; sequence: number }[] = [];
    for (let i = 0; i < 7; i++) made.push((await run("trigger", "users.created", "--json")).json);
    for (const { event_id, sequence } of made) {
      for (const id of [event_id, String(sequence)]) {
        const { code, json } = await run("events", "resend", id, "--forward-to", hook(), "--json");
        expect([code, json.event_id, json.status]).toEqual([0, event_id, 204]);
        const { headers, body } = received.pop() ?? { headers: {}, body: "" };
        expect((await verifyWebhook({ secret: json.secret, headers, body })).event_id).toBe(event_id);
      }
    }
    answer = 500;
    expect((await run("events", "resend", "1", "--forward-to", hook())).code).toBe(1);
    for (const id of ["99999", "evt_01KE6R3S40PRACT1CE00000009"]) {
      const missing = await run("events", "resend", id, "--forward-to", hook());
      expect([missing.code, missing.err]).toEqual([1, expect.stringContaining(`There is no event ${id}`)]);
    }
  });

  test("without a receiver starts the event's deliveries again", async () => {
    const { json } = await run("trigger", "users.created", "--json");
    const again = await run("events", "resend", json.event_id, "--json");
    expect([again.code, again.json]).toMatchObject([0, [{ event_uid: json.event_id, replayed: true }]]);
    const missing = await run("events", "resend", "99999");
    expect([missing.code, missing.out]).toEqual([1, "99999  not_found\n"]);
  });

  test("with filters sends every record that they select again, and nothing without a state", async () => {
    const answered = await run(
      "events",
      "resend",
      "--status",
      "dead_letter",
      "--event-type",
      "salutes.debit",
      "--json",
    );
    expect([answered.code, answered.json]).toMatchObject([0, [{ replayed: true, error: null }]]);
    expect(answered.err).toContain("1 of 1 records are sent again.");
    const none = await run("events", "resend", "--status", "dead_letter", "--from", "2026-01-01T00:00:00Z");
    expect([none.code, none.out]).toEqual([0, ""]);
    for (const wrong of [
      ["--webhook-id", "1"],
      ["7", "--status", "failed"],
      ["--status", "failed", "--forward-to", hook()],
      ["--status", "failed", "--from", "yesterday"],
    ])
      expect((await run("events", "resend", ...wrong)).code).toBe(2);
    const refused = await run("events", "resend", "--status", "held");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("400 invalid_payload")]);
  });

  test("with filters goes on until all are sent again, page by page", async () => {
    for (let i = 0; i < 130; i++)
      await world.call("POST", "/api/partner/sandbox/events/trigger", {
        key: practice,
        body: { event_type: "users.updated" },
      });
    const args = ["--status", "delivered", "--event-type", "users.updated", "--webhook-id", "1", "--json"];
    const { json } = await run("events", "resend", ...args);
    expect(json).toHaveLength(130);
    expect(json.every((each: { replayed: boolean }) => each.replayed)).toBe(true);
  });
});

test("--sandbox names the sandbox that commands work in; the partner's own is left alone", async () => {
  const own = new Program("logs", "tail", "--json");
  const named = new Program("logs", "tail", "--json", "--sandbox", "ci-7");
  const listener = new Program("listen", "--forward-to", hook(), "--json", "--sandbox", "ci-7");
  await until(
    () => own.err.includes("Waiting") && named.err.includes("Waiting") && listener.lines.length === 1,
  );
  const made = await run("trigger", "salutes.credit", "--sandbox", "ci-7", "--json");
  await until(() => named.lines.length === 1 && received.length === 1);
  const after = await run("trigger", "users.created", "--json");
  await until(() => own.lines.length === 1);
  expect([named.lines, own.lines]).toEqual([[made.json], [after.json]]);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ event_id: made.json.event_id });
  const resent = await run("events", "resend", made.json.event_id, "--sandbox", "ci-7", "--json");
  expect([resent.code, resent.json]).toMatchObject([0, [{ event_uid: made.json.event_id, replayed: true }]]);
  for (const flags of [
    ["--sandbox", "CI 7"],
    ["--sandbox", "ci-7", "--live"],
  ])
    expect((await run("logs", "tail", ...flags)).code).toBe(2);
});
