import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { OperatorActor } from "../../../../src/http/operation.ts";
import { standardWebhookSignature } from "../../../../src/kit/crypto/webhook-signature.ts";
import { openIncident, updateIncidentBy } from "../../../../src/modules/status/incidents/index.ts";
import { followUp, status } from "../../../../src/modules/status/module.ts";
import { visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const ACTOR: OperatorActor = { kind: "operator", name: "zoe", role: "operator", session: null };
const DAY_MS = 86_400_000;

let world: World;
let receiver: Bun.Server<undefined>;
let answer = 204;
let posts: { headers: Headers; body: string }[] = [];

beforeEach(async () => {
  posts = [];
  answer = 204;
  receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      posts.push({ headers: request.headers, body: await request.text() });
      return new Response(null, { status: answer });
    },
  });
  world = await createWorld({
    PUBLIC_BASE_URL: "https://salute.example",
    WEBHOOK_ALLOW_HTTP: "1",
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
});

afterEach(async () => {
  await receiver.stop(true);
  await world.close();
});

const follow = () => followUp(world.services, new AbortController().signal);
const ask = (fields: Record<string, string> = {}) =>
  visitor(world).submit("/status/subscribe", { kind: "webhook", url: `${receiver.url}hook`, ...fields });
const subscribe = async (fields: Record<string, string> = {}) => {
  expect((await ask(fields)).status).toBe(303);
  await follow();
  const path =
    /https:\/\/salute\.example(\/status\/subscribe\/[\w-]+)/.exec(posts.at(-1)?.body ?? "")?.[1] ?? "";
  await visitor(world).submit(path);
  posts = [];
  return path;
};
const declare = (checks: string[] = []) =>
  world.services.live.writer.run((tx) =>
    openIncident(tx, ACTOR, {
      title: "Late",
      severity: "warn",
      state: "investigating",
      checks,
      isPublic: true,
      message: "We look.",
    }),
  );
const notices = () => status.notices?.(world.services).map(({ id }) => id) ?? [];

const followFor = async (hours: number) => {
  for (let hour = 0; hour < hours; hour++) {
    await follow();
    world.clock.advance(3_600_000);
  }
};
const waiting = () => world.services.live.read.all("SELECT id FROM status_posts");

describe("a webhook", () => {
  test("gets signed posts once it is confirmed, and none before", async () => {
    await ask();
    await declare();
    await follow();
    expect(posts).toHaveLength(1);
    const path = await subscribe({ url: `${receiver.url}other` });
    await declare();
    await follow();
    await follow();
    expect(posts).toHaveLength(1);
    const [{ headers, body }] = posts as [(typeof posts)[number]];
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec((await world.call("GET", path)).text)?.[0] ?? "";
    const signed = {
      id: headers.get("webhook-id") ?? "",
      timestamp: Number(headers.get("webhook-timestamp")),
      body,
    };
    expect(headers.get("webhook-signature")).toBe(standardWebhookSignature(secret, signed));
    expect(JSON.parse(body)).toMatchObject({ subject: "Status of salute.example: Late (investigating)" });
    expect(JSON.parse(body).text).toContain("https://salute.example/status/incidents/2");
  });

  test("gets incidents of its components and of the whole service only", async () => {
    await subscribe({ checks: "webhooks" });
    await declare(["rpc"]);
    await declare(["webhooks", "rpc"]);
    await declare();
    await follow();
    expect(posts.map(({ body }) => JSON.parse(body).text.match(/incidents\/(\d)/)[1]).sort()).toEqual([
      "2",
      "3",
    ]);
  });

  test("is tried again at growing intervals, and switched off after three days with a notice", async () => {
    await subscribe();
    answer = 500;
    await declare();
    await follow();
    await follow();
    expect(posts).toHaveLength(1);
    world.clock.advance(60_000);
    await follow();
    expect(posts).toHaveLength(2);
    expect(notices()).not.toContain("status_subscribers_off");
    world.clock.advance(3 * DAY_MS);
    await follow();
    expect(notices()).toContain("status_subscribers_off");
    await declare();
    await follow();
    expect(posts).toHaveLength(3);
  });

  test("whose post was given up stays subscribed when a post fails weeks later", async () => {
    await subscribe();
    answer = 500;
    await declare();
    await followFor(48);
    expect(waiting()).toEqual([]);
    world.clock.advance(60 * DAY_MS);
    await declare();
    await follow();
    expect(notices()).not.toContain("status_subscribers_off");
    answer = 204;
    posts = [];
    world.clock.advance(60_000);
    await follow();
    expect(posts).toHaveLength(1);
  });

  test("that fails for three days with posts always waiting is switched off, whatever is given up meanwhile", async () => {
    await subscribe();
    answer = 500;
    for (let day = 0; day < 4; day++) {
      expect(notices()).not.toContain("status_subscribers_off");
      await declare();
      await followFor(24);
    }
    expect(notices()).toContain("status_subscribers_off");
  });

  test("that was switched off subscribes again by a new confirmation", async () => {
    await subscribe();
    answer = 410;
    await declare();
    await follow();
    expect(notices()).toContain("status_subscribers_off");
    answer = 204;
    world.clock.advance(3_600_000);
    await subscribe();
    expect(notices()).not.toContain("status_subscribers_off");
    await declare();
    await follow();
    expect(posts).toHaveLength(1);
  });

  test("gets no notice of an incident that became private before it was sent", async () => {
    const path = await subscribe();
    answer = 500;
    const tried = await declare();
    await follow();
    const queued = await declare();
    for (const { id } of [tried, queued])
      await world.services.live.writer.run((tx) => updateIncidentBy(tx, ACTOR, { id, isPublic: false }));
    answer = 204;
    posts = [];
    world.clock.advance(60_000);
    await follow();
    expect(posts).toEqual([]);
    expect((await world.call("GET", path)).status).toBe(200);
  });

  test("that nobody confirmed gets three posts at most, and no notice tells of it", async () => {
    answer = 500;
    await ask();
    await followFor(5);
    answer = 410;
    await ask({ url: `${receiver.url}gone` });
    await follow();
    expect(posts).toHaveLength(4);
    expect(notices()).not.toContain("status_subscribers_off");
  });

  test("stops being tried after twelve attempts", async () => {
    await subscribe();
    answer = 500;
    await declare();
    await followFor(60);
    expect(posts.length).toBeLessThanOrEqual(12);
    expect(waiting()).toEqual([]);
  });

  test("is switched off at once by 410, and gets nothing after it unsubscribed", async () => {
    const path = await subscribe();
    await visitor(world).submit(path.replace("subscribe", "unsubscribe"));
    await declare();
    await follow();
    expect(posts).toEqual([]);
    await subscribe();
    answer = 410;
    await declare();
    await follow();
    expect(notices()).toContain("status_subscribers_off");
  });

  test.each([
    ["no URL", { url: "" }],
    ["a URL with credentials", { url: "https://a:b@example.org/" }],
    ["no URL at all", { url: "example" }],
    ["an unknown check", { checks: "printer" }],
  ])("is refused for %s", async (_, fields) => {
    expect((await ask(fields)).status).toBe(400);
    expect(world.services.live.read.all("SELECT id FROM status_subscribers")).toEqual([]);
  });

  test("shares the daily limit of its address with mails", async () => {
    for (let index = 0; index < 20; index++)
      expect((await ask({ url: `${receiver.url}${index}` })).status).toBe(303);
    expect((await ask()).status).toBe(409);
  });
});

test("Slack gets a message in its shape, without control characters of ours", async () => {
  await subscribe({ kind: "slack" });
  await world.services.live.writer.run((tx) =>
    openIncident(tx, ACTOR, {
      title: "Late <!channel>",
      severity: "warn",
      state: "investigating",
      checks: [],
      isPublic: true,
      message: null,
    }),
  );
  await follow();
  expect(JSON.parse(posts[0]?.body ?? "{}").text).toContain("Late &lt;!channel&gt; (investigating)");
});

test("Slack is told in the language of the page on which the channel was subscribed", async () => {
  const subscribed = await visitor(world).submit(
    "/status/subscribe",
    { kind: "slack", url: `${receiver.url}hook` },
    { "accept-language": "de" },
  );
  expect(subscribed.status).toBe(303);
  await follow();
  expect(JSON.parse(posts[0]?.body ?? "{}").text).toContain("Dieses Abonnement verwalten: https://");
});

test("a target inside the network is refused where the installation forbids it", async () => {
  await world.close();
  world = await createWorld({ PUBLIC_BASE_URL: "https://salute.example" });
  expect((await ask()).status).toBe(400);
  expect((await ask({ url: "https://10.0.0.1/hook" })).status).toBe(400);
});
