import { type Static, Type } from "@sinclair/typebox";
import { Described } from "../../../http/schema/shapes.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { printable } from "../telegram/index.ts";
import { BOT_WORDS } from "./words/index.ts";

/** The bot's commands, in BotFather's order. */
export const COMMANDS = ["start", "help", "balance", "spin", "missions", "link", "terms"] as const;

export type CommandName = (typeof COMMANDS)[number];

/** The commands with what they do, in one language. */
export function describeCommands(locale: Locale): { command: CommandName; description: string }[] {
  const words = BOT_WORDS.in(locale);
  return COMMANDS.map((command) => ({ command, description: words.say(`command_${command}`) }));
}

const Markup = Type.Object({
  inline_keyboard: Type.Array(
    Type.Array(
      Type.Object({
        text: Type.String({ description: "Text of the button." }),
        web_app: Type.Object(
          { url: Type.String({ description: "Address of the mini-app, with the game to open." }) },
          { description: "The mini-app that the button opens." },
        ),
      }),
    ),
    { description: "Rows of buttons below the message." },
  ),
});

/** A Bot API call in the response to an update, which Telegram executes. Plain text: parse_mode is never set. */
export const BotReply = Type.Object(
  {
    method: Type.Literal("sendMessage", {
      description: "Always sendMessage: the method of Telegram's Bot API.",
    }),
    chat_id: Type.Integer({ description: "Telegram's id of the chat." }),
    text: Type.String({ description: "Text of the reply." }),
    reply_markup: Type.Optional(Described(Markup, "Buttons below the reply.")),
  },
  { title: "BotReply" },
);
export type BotReply = Static<typeof BotReply>;

/** Facts about the sender that replies contain. */
export interface BotFacts {
  firstName: string;
  /** Language of the replies. */
  locale: Locale;
  /** Salutes as a JSON number. */
  balances: { salutes: number; missiles: number; free_spins: number };
  /** The player's active missions, at most ten. */
  missions: readonly { title: string; value: number; target: number }[];
  /** Number of further missions open to the player. */
  openMissions: number;
  hasVerifiedWallet: boolean;
  /** Absolute URL of the mini-app, without a trailing slash. */
  appUrl: string;
}

const MAX_TEXT = 4096;
const COMMAND = /^\/([A-Za-z0-9_]{1,32})(?:@[A-Za-z0-9_]{1,64})?(?:\s|$)/;

/** The command at the start of a message; null for unknown ones. A bot name after `@` is ignored. */
export function parseCommand(text: string): CommandName | null {
  const name = COMMAND.exec(text)?.[1]?.toLowerCase();
  return COMMANDS.find((command) => command === name) ?? null;
}

/** The reply to a command in a private chat. */
export function replyTo(command: CommandName, chatId: number, facts: BotFacts): BotReply {
  const { text, button } = REPLIES[command](facts, BOT_WORDS.in(facts.locale));
  const reply: BotReply = { method: "sendMessage", chat_id: chatId, text: text.slice(0, MAX_TEXT) };
  if (button === undefined) return reply;
  return {
    ...reply,
    reply_markup: { inline_keyboard: [[{ text: button, web_app: { url: facts.appUrl } }]] },
  };
}

interface ReplyText {
  text: string;
  /** Label of a button that opens the mini-app. */
  button?: string;
}

type BotWords = ReturnType<typeof BOT_WORDS.in>;

const REPLIES: Record<CommandName, (facts: BotFacts, words: BotWords) => ReplyText> = {
  start: ({ firstName }, words) => {
    const name = printableName(firstName);
    return {
      text: name === "" ? words.say("start_unnamed") : words.say("start", { name }),
      button: words.say("start_button"),
    };
  },
  help: ({ locale }) => ({
    text: describeCommands(locale)
      .map(({ command, description }) => `/${command}: ${description}`)
      .join("\n"),
  }),
  balance: ({ balances }, words) => ({ text: words.say("balance", balances) }),
  spin: (_, words) => ({ text: words.say("spin"), button: words.say("spin_button") }),
  missions: ({ missions, openMissions }, words) => ({
    text: missionLines(missions, openMissions, words).join("\n"),
    button: words.say("missions_button"),
  }),
  link: ({ hasVerifiedWallet }, words) => ({
    text: words.say(hasVerifiedWallet ? "link_again" : "link"),
    button: words.say("link_button"),
  }),
  terms: ({ appUrl }, words) => ({ text: words.say("terms", { url: appUrl }) }),
};

function missionLines(missions: BotFacts["missions"], open: number, words: BotWords): string[] {
  const own = missions.map(({ title, value, target }) =>
    words.say("mission", { title: printableName(title), value, target }),
  );
  if (own.length === 0)
    return [open === 0 ? words.say("missions_none") : words.say("missions_open", { count: open })];
  return open === 0 ? own : [...own, words.say("missions_more", { count: open })];
}

const MAX_NAME = 64;

/** A name or title as replies show it. */
export const printableName = (text: string) => printable(text, MAX_NAME);
