import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createMessengerWorld, newPlayer } from "../../../harness/app/messenger.ts";
import { messengerDesk } from "../../../harness/app/messenger-desk.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createMessengerWorld({ PUBLIC_BASE_URL: "https://salute.example.com" });
});
afterEach(() => world.close());

const SECRET = { "x-messenger-bot-api-secret-token": "webhook-secret" };
const update = (update_id: number, text: string, chat: object = { id: 7, type: "private" }) => ({
  update_id,
  message: { message_id: 1, date: 0, chat, from: { id: 7, is_bot: false, first_name: "<b>Zoé</b>" }, text },
});
const send = (body: object | string, headers: Record<string, string> = SECRET, at = world) =>
  at.call("POST", "/api/messenger/webhook", {
    body,
    headers: { "content-type": "application/json", ...headers },
  });

describe("the secret", () => {
  test("is accepted under either header name; missing, wrong or different values are 401", async () => {
    const telegram = { "x-telegram-bot-api-secret-token": "webhook-secret" };
    expect((await send(update(1, "/help"))).status).toBe(200);
    expect((await send(update(2, "/help"), telegram)).status).toBe(200);
    expect((await send(update(3, "/help"), { ...SECRET, ...telegram })).status).toBe(200);
    const wrong = { "x-telegram-bot-api-secret-token": "other" };
    for (const headers of [{}, wrong, { ...SECRET, ...wrong }]) {
      const { json, status } = await send(update(4, "/help"), headers);
      expect([status, json.error]).toEqual([401, "unauthorized"]);
    }
  });

  test("is checked before size and JSON, and failures count as failed authentications", async () => {
    expect((await send("{", {})).status).toBe(401);
    expect((await send("{")).status).toBe(400);
    expect((await send("[]")).status).toBe(400);
    const large = JSON.stringify({ update_id: 1, text: "x".repeat(300_000) });
    const announced = { "content-length": String(large.length) };
    expect((await send(large)).status).toBe(413);
    expect((await send(large, { ...SECRET, ...announced })).status).toBe(413);
    expect((await send(large, announced)).status).toBe(401);
    let status = 0;
    for (let tries = 0; tries < 40 && status !== 429; tries++) status = (await send("{", {})).status;
    expect(status).toBe(429);
  });

  test("is required: without one the webhook refuses every call; the demo bot has its own", async () => {
    const closed = await createWorld({ TELEGRAM_BOT_ID: "42" });
    const { json, status } = await send(update(1, "/help"), SECRET, closed);
    expect([status, json.error]).toEqual([503, "messenger_disabled"]);
    await closed.close();
    const demo = await createWorld();
    const secret = demo.services.bot?.webhookSecret ?? "";
    const answer = await send(update(1, "/help"), { "x-messenger-bot-api-secret-token": secret }, demo);
    expect(answer.json).toMatchObject({ handled: true, messenger_mode: "demo" });
    await demo.close();
  });
});

describe("updates", () => {
  test("a command in a private chat is answered in the response, as plain text", async () => {
    const { json } = await send(update(1, "/start@any_bot r5"));
    expect(json).toMatchObject({
      success: true,
      duplicate: false,
      handled: true,
      method: "sendMessage",
      chat_id: 7,
    });
    expect(json.text).toContain("<b>Zoé</b>");
    expect(json).not.toHaveProperty("parse_mode");
    expect(json).not.toHaveProperty("messenger_mode");
    const spin = (await send(update(2, "/spin"))).json;
    expect(spin.reply_markup.inline_keyboard[0][0].web_app.url).toBe("https://salute.example.com/miniapp");
  });

  test("/balance and /missions show the sender's data", async () => {
    const player = await newPlayer(world, 7);
    await player.give(12.5);
    expect((await send(update(1, "/balance"))).json.text).toContain("Salutes: 12.5");
    const desk = await messengerDesk(world);
    const mission = {
      mission_key: "m",
      title: "Visit",
      goal: { kind: "visit", target: 3 },
      reward: { kind: "nothing" },
    };
    await desk.post("admin/missions", mission);
    await desk.post("admin/missions/m/activate");
    expect((await send(update(2, "/missions"))).json.text).toBe("1 mission is open to you.");
    await player.post("missions/enroll", { mission_key: "m" });
    expect((await send(update(3, "/missions"))).json.text).toBe("Visit: 0 of 3");
    expect((await send(update(4, "/link"))).json.text).toContain("sign one message");
  });

  test("a duplicate gets the first answer again and changes nothing, in any order of ids", async () => {
    const first = (await send(update(9, "/balance"))).json;
    const player = await newPlayer(world, 7);
    await player.give(5);
    expect((await send(update(3, "/help"))).json.duplicate).toBe(false);
    const again = (await send(update(9, "/balance"))).json;
    expect(again).toEqual({ ...first, duplicate: true });
    const desk = await messengerDesk(world);
    expect((await desk.get("ops/health")).json).toMatchObject({
      updates: { total: 2, handled: 2, by_kind: { message: 2 } },
      duplicates: 1,
    });
  });

  test("the sender's name is not stored, and a duplicate of /start greets by it again", async () => {
    const first = (await send(update(9, "/start"))).json;
    expect(first.text).toContain("Zoé");
    const [stored] = world.services.live.read.all<{ reply: string }>("SELECT reply FROM bot_updates");
    expect(stored?.reply).not.toContain("Zoé");
    expect((await send(update(9, "/start"))).json).toEqual({ ...first, duplicate: true });
  });

  test("an unknown update gets 200 and is not handled", async () => {
    const odd = [
      { update_id: 1, poll: { id: "p" } },
      { update_id: 2, brand_new: {} },
      update(3, "/help", { id: -5, type: "group" }),
      update(4, "hello"),
      { message: {} },
      {},
    ];
    for (const body of odd) {
      const { json, status } = await send(body);
      expect([status, json.handled, json.duplicate]).toEqual([200, false, false]);
    }
    expect((await send({ update_id: 1, poll: { id: "p" } })).json).toMatchObject({
      duplicate: true,
      handled: false,
    });
  });

  test("update ids are kept for 30 days", async () => {
    await send(update(1, "/help"));
    world.clock.advance(29 * DAY_MS);
    await runJob(world, "retention");
    expect((await send(update(1, "/help"))).json.duplicate).toBe(true);
    world.clock.advance(2 * DAY_MS);
    await runJob(world, "retention");
    expect((await send(update(1, "/help"))).json.duplicate).toBe(false);
  });

  test("safe mode refuses updates, so that Telegram repeats them", async () => {
    await world.services.live.writer.run((tx) =>
      switchSafeMode(tx, { kind: "command", name: "test" }, "drill"),
    );
    expect((await send(update(1, "/help"))).status).toBe(503);
  });
});
