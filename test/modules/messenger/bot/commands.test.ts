import { describe, expect, test } from "bun:test";
import {
  type BotFacts,
  COMMANDS,
  parseCommand,
  replyTo,
} from "../../../../src/modules/messenger/bot/commands.ts";

const FACTS: BotFacts = {
  firstName: "Zoé",
  locale: "en",
  balances: { salutes: 1234.5, missiles: 3, free_spins: 0 },
  missions: [{ title: "First spins", value: 2, target: 5 }],
  openMissions: 1,
  hasVerifiedWallet: false,
  appUrl: "https://salute.example.com/miniapp",
};

describe("commands", () => {
  test("the bot's name, letter case and following text do not matter", () => {
    expect(parseCommand("/spin")).toBe("spin");
    expect(parseCommand("/SPIN@any_bot now")).toBe("spin");
    expect(parseCommand("/start ref_42")).toBe("start");
  });

  test("other text is not a command", () => {
    for (const text of ["spin", " /spin", "/spinning", "/", "", "/spin@", "/spin;x"])
      expect(parseCommand(text)).toBeNull();
  });

  test("every command gets a plain text reply within Telegram's length limit", () => {
    for (const command of COMMANDS) {
      const reply = replyTo(command, 7, FACTS);
      expect(reply).toMatchObject({ method: "sendMessage", chat_id: 7 });
      expect(reply.text.length).toBeGreaterThan(0);
      expect(Object.keys(reply)).not.toContain("parse_mode");
    }
  });

  test("/spin has a button that opens the app", () => {
    expect(replyTo("spin", 7, FACTS).reply_markup?.inline_keyboard[0]?.[0]?.web_app.url).toBe(FACTS.appUrl);
  });

  test("balances have thousands separators, and missions show their progress", () => {
    expect(replyTo("balance", 7, FACTS).text).toBe("Salutes: 1,234.5\nMissiles: 3\nFree spins: 0");
    expect(replyTo("missions", 7, FACTS).text).toBe("First spins: 2 of 5\n1 more open to you.");
  });

  test("a name is always one line of plain text", () => {
    const { text } = replyTo("start", 7, { ...FACTS, firstName: "<b>\n\u202eeve</b>" });
    expect(text).toStartWith("Welcome, <b>  eve</b>.");
    expect(replyTo("start", 7, { ...FACTS, firstName: "\u0000" }).text).toStartWith("Welcome, player.");
    expect(replyTo("start", 7, { ...FACTS, firstName: "x".repeat(5000) }).text.length).toBeLessThan(4097);
  });

  test("replies are in the person's language, with its numbers and plural forms", () => {
    const german = { ...FACTS, locale: "de" } as const;
    expect(replyTo("balance", 7, german).text).toBe("Salutes: 1.234,5\nRaketen: 3\nFreispiele: 0");
    expect(replyTo("start", 7, german).reply_markup?.inline_keyboard[0]?.[0]?.text).toBe("Spiel öffnen");
    const russian = { ...FACTS, locale: "ru", missions: [], openMissions: 3 } as const;
    expect(replyTo("missions", 7, russian).text).toBe("Тебе открыты 3 миссии.");
    expect(replyTo("help", 7, russian).text).toContain("/spin: Крутить колесо");
  });
});
