import { afterEach, expect, test } from "bun:test";
import { sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import type { AlertContent } from "../../../../src/modules/operations/alerts/model.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const { signal } = new AbortController();

let world: World;
let close = async () => {};

afterEach(async () => {
  await world.close();
  await close();
});

interface Taken {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of five shapes, read member by member
  body: any;
}

/** A receiver that refuses what its service documents as refused. */
function service(fault: (taken: Taken) => string | null, status = 200) {
  const taken: Taken[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const post = { path: `${pathname}${search}`, body: await request.json() };
      const wrong = fault(post);
      if (wrong !== null) return new Response(wrong, { status: 400 });
      taken.push(post);
      return new Response(null, { status });
    },
  });
  close = () => server.stop(true);
  return { at: (path: string) => `http://127.0.0.1:${server.port}${path}`, taken };
}

const ALARM: AlertContent = {
  type: "monitor.firing",
  title: "login_failures is firing",
  lines: ["Failed sign-ins: 30 <& more> @everyone", "What to do: read the audit trail."],
  overall: null,
  changes: [],
  checks: {},
};
const LONG: AlertContent = { ...ALARM, title: "t".repeat(300), lines: ["語".repeat(9_000)] };
const ALL_WELL: AlertContent = { ...ALARM, type: "status.report", title: "all is well", overall: "ok" };

/** Sends an alarm, one that is too long, and good news. */
async function sendThree(url: string, format: string): Promise<void> {
  world = await createWorld({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_FORMAT: format });
  const { alerts, live } = world.services;
  await live.writer.run((tx) => {
    for (const content of [ALARM, LONG, ALL_WELL]) alerts.raise(tx, content);
  });
  await sendAlerts(world.services, signal);
}

test("slack gets a text for notifications, a header and an escaped section within its limits", async () => {
  const { at, taken } = service(({ body }) => {
    const [header, section] = body.blocks;
    if (typeof body.text !== "string" || body.text === "") return "no_text";
    if (header.text.type !== "plain_text" || header.text.text.length > 150) return "invalid_blocks";
    return section.text.type !== "mrkdwn" || section.text.text.length > 3_000 ? "invalid_blocks" : null;
  });
  await sendThree(at("/services/T0/B0/secret"), "slack");
  expect(taken.map(({ path }) => path)).toEqual(Array(3).fill("/services/T0/B0/secret"));
  expect(taken[0]?.body.text).toContain("login_failures is firing");
  expect(taken[0]?.body.blocks[1].text.text).toContain("30 &lt;&amp; more&gt; @everyone\nWhat to do:");
});

test("discord gets an embed within its limits that mentions nobody", async () => {
  const { at, taken } = service(({ body }) => {
    const [embed] = body.embeds;
    if (embed.title.length > 256 || embed.description.length > 4_096) return "BASE_TYPE_MAX_LENGTH";
    return Number.isNaN(Date.parse(embed.timestamp)) ? "DATE_TIME_TYPE_PARSE" : null;
  }, 204);
  await sendThree(at("/api/webhooks/1/secret"), "discord");
  const [alarm, , report] = taken.map(({ body }) => body);
  expect(alarm.allowed_mentions).toEqual({ parse: [] });
  expect(alarm.embeds[0].description).toContain("@everyone");
  expect(alarm.embeds[0].color).not.toBe(report.embeds[0].color);
});

test("telegram gets the chat and topic of the URL in the body, and is loud only about alarms", async () => {
  const { at, taken } = service(({ body, path }) => {
    if (path !== "/bot1:secret/sendMessage") return "Not Found";
    if (body.chat_id !== "-100123") return "Bad Request: chat not found";
    return body.text.length > 4_096 ? "Bad Request: message is too long" : null;
  });
  await sendThree(at("/bot1:secret/sendMessage?chat_id=-100123&message_thread_id=7"), "telegram");
  expect(taken.map(({ body }) => body.disable_notification)).toEqual([false, false, true]);
  expect(taken[0]?.body).toMatchObject({ message_thread_id: 7, link_preview_options: { is_disabled: true } });
  expect(taken[0]?.body.text).toContain("What to do: read the audit trail.");
});

test("ntfy gets JSON at the server's root with the topic, and the highest priority for alarms", async () => {
  const { at, taken } = service(({ body, path }) => {
    if (path !== "/?auth=QmFzaWM") return "page not found";
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(body.topic)) return "invalid topic";
    return Buffer.byteLength(body.message) > 4_096 ? "message too large" : null;
  });
  await sendThree(at("/ops-alarms?auth=QmFzaWM"), "ntfy");
  expect(taken.map(({ body }) => [body.topic, body.priority])).toEqual([
    ["ops-alarms", 5],
    ["ops-alarms", 5],
    ["ops-alarms", 3],
  ]);
  expect(taken[0]?.body.title).toContain("login_failures is firing");
  expect(taken[0]?.body.message).not.toContain("is firing");
});

test("json posts the alert itself", async () => {
  const { at, taken } = service(() => null);
  await sendThree(at("/hook"), "json");
  expect(taken[0]?.body).toMatchObject({ type: "monitor.firing", changes: [], checks: {} });
  expect(taken[0]?.body.text).toBe(taken[0]?.body.content);
});

test("a URL that names no chat or topic prevents the start, and its secret part is not repeated", async () => {
  for (const [format, setting, words] of [
    ["telegram", "ALERT_WEBHOOK_URL", "must name the chat"],
    ["ntfy", "ALERT_ESCALATION_URL", "must end in the topic"],
  ] as const) {
    const failed = createWorld({ ALERT_WEBHOOK_FORMAT: format, [setting]: "http://127.0.0.1:9/secret!/" });
    await expect(failed).rejects.toThrow(`${setting} ${words}`);
    await expect(failed).rejects.not.toThrow("secret!");
  }
  world = await createWorld();
});
