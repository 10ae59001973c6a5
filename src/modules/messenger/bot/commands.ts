import { type Static, Type } from "@sinclair/typebox";
import { Described } from "../../../http/schema/shapes.ts";
import { formatFigure } from "../../../kit/figures.ts";
import { printable } from "../telegram/index.ts";

/** The bot's commands, in BotFather's order. */
export const COMMANDS = [
  { command: "start", description: "Open the game" },
  { command: "help", description: "List the commands" },
  { command: "balance", description: "Show your salutes, missiles and free spins" },
  { command: "spin", description: "Spin the wheel" },
  { command: "missions", description: "Show your missions and their progress" },
  { command: "link", description: "Link a Solana wallet" },
  { command: "terms", description: "Read the terms" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["command"];

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
export function commandOf(text: string): CommandName | null {
  const name = COMMAND.exec(text)?.[1]?.toLowerCase();
  return COMMANDS.find(({ command }) => command === name)?.command ?? null;
}

/** The reply to a command in a private chat. */
export function replyTo(command: CommandName, chatId: number, facts: BotFacts): BotReply {
  const { text, button } = REPLIES[command](facts);
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

const REPLIES: Record<CommandName, (facts: BotFacts) => ReplyText> = {
  start: ({ firstName }) => ({
    text: `Welcome, ${printable(firstName, MAX_NAME) || "player"}. Spin the wheel, search the grid and finish missions; every round can be proved fair.`,
    button: "Open the game",
  }),
  help: () => ({
    text: COMMANDS.map(({ command, description }) => `/${command}: ${description}`).join("\n"),
  }),
  balance: ({ balances: { salutes, missiles, free_spins } }) => ({
    text: `Salutes: ${figure(salutes)}\nMissiles: ${figure(missiles)}\nFree spins: ${figure(free_spins)}`,
  }),
  spin: () => ({ text: "The wheel is in the app.", button: "Spin the wheel" }),
  missions: ({ missions, openMissions }) => ({
    text: missionLines(missions, openMissions).join("\n"),
    button: "Show missions",
  }),
  link: ({ hasVerifiedWallet }) => ({
    text: hasVerifiedWallet
      ? "Your wallet is linked and verified. Link another one in the app."
      : "Link your wallet in the app: sign one message with it. Nothing is sent and nothing is charged.",
    button: "Link a wallet",
  }),
  terms: ({ appUrl }) => ({
    text: `Salutes, missiles and free spins are points of this game. They have no cash value here. Odds are published in the app and every round can be recomputed: ${appUrl}`,
  }),
};

function missionLines(missions: BotFacts["missions"], open: number): string[] {
  const own = missions.map(
    ({ title, value, target }) => `${printable(title, MAX_NAME)}: ${figure(value)} of ${figure(target)}`,
  );
  if (own.length === 0)
    return [open === 0 ? "No mission is open now." : `${missionCount(open)} open to you.`];
  return open === 0 ? own : [...own, `${open} more open to you.`];
}

function missionCount(count: number): string {
  return count === 1 ? "1 mission is" : `${count} missions are`;
}

const MAX_NAME = 64;

function figure(value: number): string {
  return formatFigure(value, 2);
}
