import { describe, expect, test } from "bun:test";
import { commandHelp } from "../../../../src/modules/messenger/bot/command-helper.ts";
import { type BotState, readiness } from "../../../../src/modules/messenger/bot/readiness.ts";
import { readUpdate } from "../../../../src/modules/messenger/bot/updates.ts";
import { createBotApi } from "../../../../src/modules/messenger/telegram/index.ts";

describe("updates", () => {
  const message = {
    chat: { id: 5, type: "private" },
    from: { id: 7, first_name: "Zoé", language_code: "pt-br" },
    text: "/start",
  };

  test("a message in a private chat is parsed with its sender", () => {
    expect(readUpdate({ update_id: 1, message })).toEqual({
      id: 1,
      kind: "message",
      message: { chatId: 5, telegramId: 7, firstName: "Zoé", languageCode: "pt-br", text: "/start" },
    });
  });

  test("groups, other kinds and malformed updates are ignored without an error", () => {
    const odd: Record<string, unknown>[] = [
      { update_id: 1, message: { ...message, chat: { id: -5, type: "group" } } },
      { update_id: 1, message: { ...message, text: 5 } },
      { update_id: 1, message: [] },
      { update_id: 1, poll: { id: "1" } },
      { update_id: 1, something_new: {} },
      { update_id: "1", message: null },
      {},
    ];
    for (const update of odd) expect(readUpdate(update).message).toBeNull();
    expect(readUpdate({ update_id: 1, poll: {} }).kind).toBe("poll");
    expect(readUpdate({ update_id: 1, something_new: {} }).kind).toBe("unknown");
    expect(readUpdate({ update_id: "1" }).id).toBeNull();
    expect(readUpdate({ update_id: -1 }).id).toBeNull();
  });
});

describe("readiness", () => {
  const READY: BotState = {
    mode: "telegram",
    hasToken: true,
    botId: "42",
    hasWebhookSecret: true,
    baseUrl: "https://salute.example.com",
    live: {
      me: { ok: true, value: { id: 42, username: "any_bot" } },
      webhook: {
        ok: true,
        value: { url: "https://salute.example.com/api/messenger/webhook", lastError: null, pending: 0 },
      },
      commands: { ok: true, value: ["start", "help", "balance", "spin", "missions", "link", "terms"] },
      menuButton: { ok: true, value: { type: "web_app", url: "https://salute.example.com/miniapp" } },
    },
  };
  const statusOf = (state: BotState, id: string) => readiness(state).find((check) => check.id === id)?.status;

  test("a bot configured as Telegram reports it passes every check", () => {
    expect(readiness(READY).map(({ status, fix }) => [status, fix])).toEqual(
      Array.from({ length: 6 }, () => ["ok", null]),
    );
  });

  test("each fault fails its own check and comes with a fix", () => {
    const live = READY.live;
    if (live === null) throw new Error("it was asked");
    const faults: [Partial<BotState>, string, string][] = [
      [{ mode: "off", botId: null }, "bot_token", "bad"],
      [{ mode: "demo" }, "bot_token", "warn"],
      [{ hasToken: false, live: null }, "bot_token", "warn"],
      [
        { live: { ...live, me: { ok: false, reason: "was answered 401: Unauthorized", isAnswered: true } } },
        "bot_token",
        "bad",
      ],
      [{ botId: "43" }, "bot_id", "bad"],
      [{ hasWebhookSecret: false }, "webhook_secret", "bad"],
      [{ baseUrl: "http://salute.example.com" }, "https_address", "bad"],
      [{ baseUrl: "https://salute.example.com:9000" }, "https_address", "bad"],
      [
        { live: { ...live, webhook: { ok: true, value: { url: "", lastError: null, pending: 0 } } } },
        "https_address",
        "bad",
      ],
      [{ live: { ...live, commands: { ok: true, value: ["start"] } } }, "commands", "warn"],
      [{ live: null }, "menu_button", "warn"],
    ];
    for (const [fault, id, status] of faults) {
      const state = { ...READY, ...fault };
      expect([id, statusOf(state, id)]).toEqual([id, status as "bad"]);
      expect(readiness(state).find((check) => check.id === id)?.fix).toBeString();
    }
  });

  test("the shell commands use variables instead of secrets", () => {
    const { curl, botfather } = commandHelp({
      botApi: (token) => `https://api.telegram.org/bot${token}`,
      baseUrl: "https://salute.example.com",
    });
    expect(curl.set_webhook).toContain("/bot$TELEGRAM_BOT_TOKEN/setWebhook");
    expect(curl.set_webhook).toContain("secret_token=$TELEGRAM_WEBHOOK_SECRET");
    expect(botfather.split("\n")).toHaveLength(7);
    const languages = [...curl.set_my_commands.matchAll(/language_code=(\w+)/g)].map(([, code]) => code);
    expect(languages).toEqual(["de", "es", "pt", "ru"]);
  });

  test("the test environment has a path of its own", () => {
    const settings = { telegramApiBaseUrl: "https://api.telegram.org", telegramTestEnvironment: true };
    expect(createBotApi(settings)("1:a")).toBe("https://api.telegram.org/bot1:a/test");
    expect(createBotApi({ ...settings, telegramTestEnvironment: false })("1:a")).toBe(
      "https://api.telegram.org/bot1:a",
    );
  });
});
