import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { BOT_TOKEN, createMessengerWorld } from "../../../harness/app/messenger.ts";
import { messengerDesk } from "../../../harness/app/messenger-desk.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** A local Bot API server. */
interface StandIn {
  url: string;
  asked: string[];
  stop(): void;
}

type Answers = Record<string, unknown>;

function standIn(answers: Answers): StandIn {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      const method = pathname.split("/").at(-1) ?? "";
      const known = pathname === `/bot${BOT_TOKEN}/${method}` && method in answers;
      return known
        ? Response.json({ ok: true, result: answers[method] })
        : Response.json({ ok: false, error_code: 401, description: `no ${pathname}` }, { status: 401 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, asked, stop: () => server.stop(true) };
}

const OWN = "https://salute.example.com";
const COMMANDS = ["start", "help", "balance", "spin", "missions", "link", "terms"];
const ALL_WELL: Answers = {
  getMe: { id: 7_000_000_001, is_bot: true, username: "salute_bot" },
  getWebhookInfo: { url: `${OWN}/api/telegram/webhook`, pending_update_count: 2 },
  getMyCommands: COMMANDS.map((command) => ({ command, description: "d" })),
  getChatMenuButton: { type: "web_app", text: "Play", web_app: { url: `${OWN}/miniapp` } },
};

let telegram: StandIn;
let world: World;

async function worldWith(answers: Answers): Promise<void> {
  telegram = standIn(answers);
  world = await createMessengerWorld({ PUBLIC_BASE_URL: OWN, TELEGRAM_API_BASE_URL: telegram.url });
}

async function readinessOf(query: string) {
  const desk = await messengerDesk(world);
  const { json } = await desk.get(`admin/bot/bootstrap-readiness${query}`);
  const checks: { id: string; status: string; message: string }[] = json.checks;
  return { ...json, byId: Object.fromEntries(checks.map((check) => [check.id, check])) };
}

describe("live checks", () => {
  beforeEach(() => worldWith(ALL_WELL));
  afterEach(async () => {
    await world.close();
    telegram.stop();
  });

  test("a bot configured as Telegram reports it is ready", async () => {
    const answer = await readinessOf("?live=1");
    expect(answer).toMatchObject({ ready: true, live: true });
    expect(answer.checks.map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 6 }, () => "ok"),
    );
    expect(telegram.asked).toContain(`/bot${BOT_TOKEN}/getMe`);
  });

  test("without live=1, Telegram is not asked", async () => {
    const answer = await readinessOf("");
    expect(answer).toMatchObject({ ready: true, live: false });
    expect(telegram.asked).toEqual([]);
  });

  test("the preview shows each command's reply and Telegram's webhook state", async () => {
    const desk = await messengerDesk(world);
    const { json } = await desk.get("admin/bot/preview?hours=24&live=1");
    expect(json.commands.map(({ command }: { command: string }) => command)).toEqual(
      COMMANDS.map((each) => `/${each}`),
    );
    expect(json.live).toMatchObject({ webhook_url: `${OWN}/api/telegram/webhook`, pending_updates: 2 });
    expect((await desk.get("admin/bot/preview")).json.live).toBeNull();
    expect((await desk.get("admin/bot/preview?hours=0")).status).toBe(400);
  });

  test("the command helper contains no secret", async () => {
    const desk = await messengerDesk(world);
    const { text } = await desk.get("admin/bot/command-helper");
    expect(text).toContain("$TELEGRAM_BOT_TOKEN");
    expect(text).not.toContain(BOT_TOKEN);
    expect(text).not.toContain("webhook-secret");
  });
});

describe("faults", () => {
  afterEach(() => world.close());

  test("another bot's token and a webhook elsewhere are bad, and the token is never shown", async () => {
    const last_error_message = `404 at /hook/${BOT_TOKEN}`;
    await worldWith({
      getWebhookInfo: { url: `https://elsewhere.example/hook/${BOT_TOKEN}`, last_error_message },
    });
    const { byId, checks, ready } = await readinessOf("?live=1");
    telegram.stop();
    expect(ready).toBe(false);
    expect(byId.bot_token.status).toBe("bad");
    expect(byId.https_address.message).toContain("elsewhere.example");
    expect(JSON.stringify(checks)).not.toContain(BOT_TOKEN);
  });

  test("an unreachable Bot API is reported within the time limit", async () => {
    await worldWith({});
    telegram.stop();
    const { byId, ready } = await readinessOf("?live=1");
    expect([ready, byId.bot_token.status]).toEqual([false, "bad"]);
    expect(byId.bot_token.message).toBe("getMe was not answered: ECONNREFUSED.");
    expect(byId.bot_token.fix).toContain("TELEGRAM_API_BASE_URL");
    expect(byId.https_address.message).not.toContain("client.ts");
  });

  test("the demo bot is reported as such and asks nobody", async () => {
    world = await createWorld();
    expect(await readinessOf("?live=1")).toMatchObject({
      live: false,
      byId: { bot_token: { status: "warn" } },
    });
  });

  test("production without a bot still answers operators", async () => {
    world = await createWorld({ SALUTE_ENV: "production", PUBLIC_BASE_URL: OWN, TREASURY_WALLETS: "" });
    const { byId, ready } = await readinessOf("");
    expect([ready, byId.bot_token.status, byId.bot_id.status]).toEqual([false, "bad", "bad"]);
  });
});
