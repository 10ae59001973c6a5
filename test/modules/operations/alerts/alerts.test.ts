import { afterEach, describe, expect, test } from "bun:test";
import type { Actor } from "../../../../src/http/operation.ts";
import { OutageWatch, sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import type { PostedAlert } from "../../../../src/modules/operations/alerts/model.ts";
import { sendMail } from "../../../../src/modules/platform/mail/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { type MailServer, serveMail } from "../../../harness/servers/smtp.ts";

const ACTOR: Actor = { kind: "command", name: "test" };
const MINUTE_MS = 60_000;
const { signal } = new AbortController();

let world: World;
let chat: Chat;
let post: MailServer | null = null;

afterEach(async () => {
  await world.close();
  await chat.stop();
  await post?.stop();
  post = null;
});

/** A receiver of alerts on loopback, like a chat's webhook. */
interface Chat {
  url: string;
  taken: PostedAlert[];
  answer: number;
  stop(): Promise<void>;
}

function openChat(): Chat {
  const taken: PostedAlert[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (chat.answer === 200) taken.push((await request.json()) as PostedAlert);
      return new Response("seen", { status: chat.answer, headers: { location: "/elsewhere" } });
    },
  });
  const url = `http://127.0.0.1:${server.port}/hooks/very-secret-part`;
  return { url, taken, answer: 200, stop: () => server.stop(true) };
}

async function open(withMail = false): Promise<void> {
  chat = openChat();
  if (withMail) post = await serveMail();
  world = await createWorld({
    ALERT_WEBHOOK_URL: chat.url,
    ...(post === null
      ? {}
      : { ALERT_EMAIL: "ops@example.com,zoe@example.com", SMTP_URL: `smtp://127.0.0.1:${post.port}` }),
  });
}

/** Takes a snapshot a minute after the last one, and sends the resulting alerts. */
async function snapshot(): Promise<void> {
  world.clock.advance(MINUTE_MS);
  await runJob(world, "status_snapshot");
  await sendAlerts(world.services, signal);
  await sendMail(world.services, signal);
}

const safeMode = (reason: string | null) =>
  world.services.live.writer.run((tx) => switchSafeMode(tx, ACTOR, reason));

describe("a change of a check", () => {
  test("sends one alert with the finding and a link to the runbook, and one when it ends", async () => {
    await open();
    await snapshot();
    expect(chat.taken).toEqual([]);
    await safeMode("the ledger is in doubt");
    await snapshot();
    await snapshot();
    expect(chat.taken).toHaveLength(1);
    const [told] = chat.taken;
    expect(told).toMatchObject({ type: "status.changed", overall: "warn" });
    expect(told?.changes).toContainEqual({
      check: "database",
      from: "ok",
      to: "warn",
      message: "Safe mode: reads continue, changes are refused.",
      help: "http://127.0.0.1:8080/admin/alerts#database",
    });
    expect(told?.checks.database).toBe("warn");
    expect(told?.text).toContain("Database: ok → warn.");
    expect(told?.content).toBe(told?.text ?? "");
    await safeMode(null);
    await snapshot();
    expect(chat.taken[1]?.changes).toContainEqual(
      expect.objectContaining({ check: "database", from: "warn", to: "ok" }),
    );
    expect(chat.taken[1]?.title).toEndWith("; all is well");
  });

  test("sends an alert for maintenance of the whole service too", async () => {
    await open();
    await snapshot();
    await world.services.live.writer.run((tx) =>
      createMaintenance(tx, ACTOR, {
        title: "A larger disk",
        checks: [],
        startsAt: null,
        ends: tx.now + 10 * MINUTE_MS,
      }),
    );
    await snapshot();
    expect(chat.taken[0]?.changes).toContainEqual(
      expect.objectContaining({ check: "database", from: "ok", to: "maintenance" }),
    );
  });

  test("is mailed to every recipient at once, in safe mode, too", async () => {
    await open(true);
    await snapshot();
    await safeMode("a look");
    await snapshot();
    expect(chat.taken.length).toBe(1);
    expect(post?.received.flatMap(({ to }) => to).sort()).toEqual(["ops@example.com", "zoe@example.com"]);
    expect(post?.received[0]?.text).toContain("Database: ok");
  });

  test("is retried while the receiver fails, and abandoned after a day", async () => {
    await open();
    await snapshot();
    chat.answer = 500;
    await safeMode("a look");
    await snapshot();
    const listed = () =>
      world.services.live.read.all("SELECT state, attempts, last_error FROM alerts ORDER BY id");
    expect(listed()).toEqual([{ state: "queued", attempts: 1, last_error: "status 500" }]);
    await sendAlerts(world.services, signal);
    expect(listed()).toEqual([{ state: "queued", attempts: 1, last_error: "status 500" }]);
    world.clock.advance(10_000);
    chat.answer = 302;
    await sendAlerts(world.services, signal);
    expect(listed()).toEqual([{ state: "queued", attempts: 2, last_error: "status 302" }]);
    world.clock.advance(30_000);
    chat.answer = 200;
    await sendAlerts(world.services, signal);
    expect(listed()).toEqual([{ state: "sent", attempts: 3, last_error: null }]);
    expect(chat.taken).toHaveLength(1);

    chat.answer = 500;
    await safeMode(null);
    await snapshot();
    world.clock.advance(25 * 60 * MINUTE_MS);
    await sendAlerts(world.services, signal);
    expect(listed()[1]).toEqual({ state: "failed", attempts: 1, last_error: "status 500" });
  });

  test("never exposes the webhook's URL, which is a secret, in logs or files", async () => {
    await open();
    await snapshot();
    await safeMode("a look");
    await chat.stop();
    await snapshot();
    const stored = world.services.live.read.all("SELECT * FROM alerts");
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).toContain("no answer");
    expect(JSON.stringify(stored) + world.logged.join("\n")).not.toContain("very-secret-part");
  });
});

test("the daily report lists failing checks, or says that all is well", async () => {
  await open();
  await runJob(world, "daily_report");
  await safeMode("a look");
  await runJob(world, "daily_report");
  await sendAlerts(world.services, signal);
  expect(chat.taken.map(({ type }) => type)).toEqual(["status.report", "status.report"]);
  expect(chat.taken[0]?.title).toContain("all is well");
  expect(chat.taken[1]?.text).toContain("Database is warn.");
});

test("without recipients no alert is stored", async () => {
  chat = openChat();
  world = await createWorld();
  await snapshot();
  await safeMode("a look");
  await snapshot();
  expect(await runJob(world, "daily_report")).toStartWith("not sent");
  expect(world.services.live.read.all("SELECT * FROM alerts")).toEqual([]);
});

describe("a process that cannot work", () => {
  test("causes one alert at the second failed look, and one when it recovers", async () => {
    await open();
    let checks: Record<string, string> = { live_db: "ok" };
    const { alerts, clock, log } = world.services;
    const readiness = async () => ({
      ready: Object.values(checks).every((found) => found === "ok"),
      checks,
    });
    const watch = new OutageWatch({ alerts, readiness, clock, log });
    const look = async (found: string) => {
      checks = { live_db: found };
      await watch.look();
      return chat.taken.length;
    };
    expect([await look("ok"), await look("cannot be written"), await look("ok")]).toEqual([0, 0, 0]);
    expect(await look("cannot be written")).toBe(0);
    chat.answer = 500;
    expect(await look("cannot be written")).toBe(0);
    chat.answer = 200;
    expect([await look("cannot be written"), await look("cannot be written")]).toEqual([1, 1]);
    expect(chat.taken[0]).toMatchObject({ overall: "bad" });
    expect(chat.taken[0]?.text).toContain("live_db: cannot be written");
    expect([await look("ok"), await look("ok")]).toEqual([2, 2]);
    expect(chat.taken[1]).toMatchObject({ overall: "ok" });
    expect(world.services.live.read.all("SELECT * FROM alerts")).toEqual([]);
  });
});
