import { formatFigure } from "../../../kit/figures.ts";

/** The bot's commands, as BotFather lists them. */
export const COMMANDS = [
  { command: "start", description: "Open the game" },
  { command: "help", description: "List what this bot answers" },
  { command: "balance", description: "Show your salutes, missiles and free spins" },
  { command: "spin", description: "Spin the wheel" },
  { command: "missions", description: "Show your missions and their progress" },
  { command: "link", description: "Link a Solana wallet" },
  { command: "terms", description: "Read the terms" },
] as const;

export type CommandName = (typeof COMMANDS)[number]["command"];

/** A Bot API method as the answer to an update: Telegram carries it out. Text is plain; no parse_mode is ever set. */
export interface BotReply {
  method: "sendMessage";
  chat_id: number;
  text: string;
  reply_markup?: { inline_keyboard: { text: string; web_app: { url: string } }[][] };
}

/** What the replies say of the person who wrote. */
export interface BotFacts {
  firstName: string;
  /** Salutes as a JSON number. */
  balances: { salutes: number; missiles: number; free_spins: number };
  /** Missions that the player has taken on, at most ten. */
  missions: readonly { title: string; value: number; target: number }[];
  /** Missions open to the player beside those. */
  openMissions: number;
  hasVerifiedWallet: boolean;
  /** Where the mini-app is: absolute, without a slash at its end. */
  appUrl: string;
}

const MAX_TEXT = 4096;
const COMMAND = /^\/([A-Za-z0-9_]{1,32})(?:@[A-Za-z0-9_]{1,64})?(?:\s|$)/;

/** The command that a message begins with; null where it is none of ours. A name after `@` is ignored. */
export function commandOf(text: string): CommandName | null {
  const name = COMMAND.exec(text)?.[1]?.toLowerCase();
  return COMMANDS.find(({ command }) => command === name)?.command ?? null;
}

/** What the bot answers to a command in a private chat. */
export function replyTo(command: CommandName, chatId: number, facts: BotFacts): BotReply {
  const { text, button } = WORDS[command](facts);
  const reply: BotReply = { method: "sendMessage", chat_id: chatId, text: text.slice(0, MAX_TEXT) };
  if (button === undefined) return reply;
  return {
    ...reply,
    reply_markup: { inline_keyboard: [[{ text: button, web_app: { url: facts.appUrl } }]] },
  };
}

interface Words {
  text: string;
  /** Opens the mini-app. */
  button?: string;
}

const WORDS: Record<CommandName, (facts: BotFacts) => Words> = {
  start: ({ firstName }) => ({
    text: `Welcome, ${printable(firstName)}. Spin the wheel, search the grid and finish missions; every round can be proved fair.`,
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
    ({ title, value, target }) => `${printable(title)}: ${figure(value)} of ${figure(target)}`,
  );
  if (own.length === 0)
    return [open === 0 ? "No mission is open now." : `${missionCount(open)} open to you.`];
  return open === 0 ? own : [...own, `${open} more open to you.`];
}

function missionCount(count: number): string {
  return count === 1 ? "1 mission is" : `${count} missions are`;
}

/** Names as one line without control characters and without marks that turn the direction of text. */
function printable(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim();
  return line === "" ? "player" : [...line].slice(0, 64).join("");
}

function figure(value: number): string {
  return formatFigure(value, 2);
}
