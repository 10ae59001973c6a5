import { afterEach, expect, test } from "bun:test";
import { sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import { escalate } from "../../../../src/modules/operations/monitor/index.ts";
import { escalateCalls } from "../../../../src/modules/operations/on-call/index.ts";
import { sendMail } from "../../../../src/modules/platform/mail/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn, type Visitor, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { type MailServer, serveMail } from "../../../harness/servers/smtp.ts";

const MINUTE_MS = 60_000;
const { signal } = new AbortController();

let world: World;
let post: MailServer;
let chat: { taken: { text: string; acknowledge_url: string | null }[]; stop(): Promise<void> };
let olga: Visitor;

afterEach(async () => {
  await world.close();
  await post.stop();
  await chat.stop();
});

/** A world with mail, a webhook and a plan: ann, then ben. */
async function open(): Promise<void> {
  post = await serveMail();
  const taken: (typeof chat)["taken"] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      taken.push(await request.json());
      return new Response();
    },
  });
  chat = { taken, stop: () => server.stop(true) };
  world = await createWorld({
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${server.port}/hook`,
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
  });
  for (const name of ["ann", "ben"]) await makeOperator(world, name, "operator");
  olga = await signedIn(world, "olga", "owner");
  await olga.open("/admin/on-call");
  const members = "ann ann@example.com\nben ben@example.com";
  await olga.submit("/admin/on-call/rotation", { members, weekday: "monday", hour: "9", zone: "UTC" });
}

async function deliver(): Promise<void> {
  await sendAlerts(world.services, signal);
  await sendMail(world.services, signal);
}

async function sendTestAlarm(): Promise<void> {
  await olga.open("/admin/on-call");
  expect((await olga.submit("/admin/on-call/test")).status).toBe(303);
  await deliver();
}

/** Path of the link in the newest mail to an address. */
function linkTo(address: string): string {
  const mail = post.received.filter(({ to }) => to.includes(address)).at(-1);
  const text = (mail?.text ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  return /\/admin\/ack\/[\w-]+/.exec(text)?.[0] ?? "";
}

const pressed = (path: string) => visitor(world).submit(path);
const trail = () =>
  world.services.live.read.all<{ actor_kind: string; actor: string; subject: string }>(
    "SELECT actor_kind, actor, subject FROM audit_entries WHERE action = 'alert.acknowledge'",
  );

test("a link shows its alarm however often it is opened, and only its button acknowledges, once and by name", async () => {
  await open();
  await sendTestAlarm();
  const link = linkTo("ann@example.com");
  for (let scans = 0; scans < 3; scans++) {
    const page = await visitor(world).open(link);
    expect([
      page.status,
      page.text.includes("test alarm"),
      page.text.includes("Acknowledge</button>"),
    ]).toEqual([200, true, true]);
    expect(page.headers.get("cache-control")).toBe("no-store");
  }
  expect(trail()).toEqual([]);
  expect((await olga.open("/admin/on-call")).text).toContain("Waiting for an acknowledgement");
  expect((await pressed(link)).status).toBe(303);
  expect(trail()).toEqual([{ actor_kind: "operator", actor: "ann", subject: "test" }]);
  expect((await visitor(world).open(link)).text).toContain("by ann");
  expect((await pressed(link)).status).toBe(409);
  expect(trail()).toHaveLength(1);
  world.clock.advance(60 * MINUTE_MS);
  await escalateCalls(world.services);
  await deliver();
  expect(post.received.flatMap(({ to }) => to)).toEqual(["ann@example.com"]);
});

test("an alarm that waits too long goes to the others with links of their own, whose use the trail shows", async () => {
  await open();
  await sendTestAlarm();
  world.clock.advance(14 * MINUTE_MS);
  await escalateCalls(world.services);
  await deliver();
  expect(post.received).toHaveLength(1);
  world.clock.advance(MINUTE_MS);
  for (let times = 0; times < 2; times++) await escalateCalls(world.services);
  await deliver();
  expect(post.received.flatMap(({ to }) => to)).toEqual(["ann@example.com", "ben@example.com"]);
  expect((await pressed(linkTo("ben@example.com"))).status).toBe(303);
  expect(trail().map(({ actor }) => actor)).toEqual(["ben"]);
  expect((await visitor(world).open(linkTo("ann@example.com"))).text).toContain("by ben");
  expect((await pressed(linkTo("ann@example.com"))).status).toBe(409);
});

test("the webhook has a link too, and no link is stored in plain", async () => {
  await open();
  await sendTestAlarm();
  const path = new URL(chat.taken[0]?.acknowledge_url ?? "").pathname;
  expect(chat.taken[0]?.text).toContain(path);
  const stored = world.services.live.read.all<{ text: string }>(
    "SELECT body AS text FROM alerts UNION ALL SELECT message_sealed FROM mails WHERE message_sealed IS NOT NULL",
  );
  expect(JSON.stringify(stored)).not.toContain("/admin/ack/");
  expect((await pressed(path)).status).toBe(303);
  expect(trail()).toEqual([{ actor_kind: "command", actor: "link posted by webhook", subject: "test" }]);
});

test("an altered, an expired and a disabled operator's link are unknown", async () => {
  await open();
  await sendTestAlarm();
  const link = linkTo("ann@example.com");
  const forged = [
    link.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    link.replace(/-[0-9a-z]+-/, `-${Date.parse("2099-01-01").toString(36)}-`),
    link.replace("YW5u", Buffer.from("ben").toString("base64url")),
    "/admin/ack/x",
  ];
  for (const path of forged) {
    expect((await visitor(world).open(path)).status).toBe(404);
    expect((await pressed(path)).status).toBe(404);
  }
  await olga.open("/admin/operators/ann/disable");
  await olga.submit("/admin/operators/ann/disable");
  expect((await pressed(link)).status).toBe(404);
  await sendTestAlarm();
  const bens = linkTo("ben@example.com");
  world.clock.advance(24 * 60 * MINUTE_MS);
  expect((await visitor(world).open(bens)).status).toBe(404);
  expect(trail()).toEqual([]);
});

test("a rule's alarm is acknowledged on the monitor as well, and its link is over when the alarm is", async () => {
  await open();
  const browser = visitor(world);
  const fail = async () => {
    for (let count = 0; count < 30; count++)
      await browser.submit("/admin/sign-in", { name: "nobody", password: "wrong-password" });
    await runJob(world, "alerts_monitor");
    await deliver();
  };
  await fail();
  expect((await pressed(linkTo("ann@example.com"))).status).toBe(303);
  expect((await olga.open("/admin/ops/alerts-monitor")).text).toContain("acknowledged by ann");
  world.clock.advance(61 * MINUTE_MS);
  await escalate(world.services);
  await escalateCalls(world.services);
  await runJob(world, "alerts_monitor");
  await deliver();
  expect(post.received.flatMap(({ to }) => to)).not.toContain("ben@example.com");
  await fail();
  const link = linkTo("ann@example.com");
  world.clock.advance(20 * MINUTE_MS);
  await runJob(world, "alerts_monitor");
  expect((await visitor(world).open(link)).text).toContain("Over");
  expect((await pressed(link)).status).toBe(409);
});

test("an alarm waits on the overview until somebody acknowledges it, without a link on the page of who is on call", async () => {
  await open();
  await sendTestAlarm();
  const words = "Alarms that nobody has acknowledged";
  expect((await olga.open("/admin")).text).toContain(words);
  const vera = await signedIn(world, "vera", "viewer");
  expect((await vera.open("/admin/on-call")).text).not.toContain("/admin/on-call/acknowledge");
  const alert = /name="alert" value="([^"]+)"/.exec((await olga.open("/admin/on-call")).text)?.[1] ?? "";
  const acknowledge = (of = alert) => olga.submit("/admin/on-call/acknowledge", { alert: of });
  expect((await acknowledge()).status).toBe(303);
  expect(trail()).toEqual([{ actor_kind: "operator", actor: "olga", subject: "test" }]);
  expect((await olga.open("/admin/on-call")).text).not.toContain("Waiting for an acknowledgement");
  expect((await olga.open("/admin")).text).not.toContain(words);
  expect([(await acknowledge()).status, (await acknowledge("none")).status]).toEqual([409, 404]);
  expect((await pressed(linkTo("ann@example.com"))).status).toBe(409);
  expect(trail()).toHaveLength(1);
  world.clock.advance(60 * MINUTE_MS);
  await escalateCalls(world.services);
  await deliver();
  expect(post.received.flatMap(({ to }) => to)).toEqual(["ann@example.com"]);
});

test("alerts without anything to acknowledge have no link", async () => {
  await open();
  await olga.open("/admin/alerts");
  await olga.submit("/admin/alerts/test");
  await deliver();
  expect(chat.taken.map(({ acknowledge_url }) => acknowledge_url)).toEqual([null]);
  expect(chat.taken[0]?.text).not.toContain("/admin/ack/");
});
