import type { Sql, Tx } from "../../../db/sql.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { listWallets } from "../../ledger/users/index.ts";
import type { Person } from "../audiences/index.ts";
import { countOpenMissions, listProgress } from "../missions/index.ts";
import { findPlayer } from "../players/index.ts";
import { type BotFacts, type BotReply, commandOf, replyTo } from "./commands.ts";
import { findUpdate, insertUpdate } from "./store.ts";
import { type PrivateMessage, readUpdate } from "./updates.ts";

/** What is answered to an update: whether it meant anything to us, and the Bot API call that Telegram carries out. */
export type Handled = { handled: boolean } & Partial<BotReply>;

export interface Taken {
  duplicate: boolean;
  kind: string;
  answer: Handled;
}

/**
 * Takes an update of the bot once: its id is kept in the commit of its effect, and a duplicate gets the first answer
 * again. Unknown kinds and what can never succeed are not handled, and not refused.
 */
export function takeUpdate(tx: Tx, body: Readonly<Record<string, unknown>>, baseUrl: string): Taken {
  const { id, kind, message } = readUpdate(body);
  if (id === null) return { duplicate: false, kind, answer: { handled: false } };
  const first = findUpdate(tx, id);
  if (first !== null)
    return { duplicate: true, kind: first.kind, answer: JSON.parse(first.reply) as Handled };
  const reply = message === null ? null : answerTo(tx, message, baseUrl);
  const answer: Handled = reply === null ? { handled: false } : { handled: true, ...reply };
  insertUpdate(tx, { updateId: id, kind, handled: reply !== null, reply: JSON.stringify(answer) });
  return { duplicate: false, kind, answer };
}

function answerTo(tx: Tx, message: PrivateMessage, baseUrl: string): BotReply | null {
  const command = commandOf(message.text);
  if (command === null) return null;
  const { firstName, chatId, telegramId } = message;
  const who = { telegramId, languageCode: null, player: findPlayer(tx, telegramId) };
  return replyTo(command, chatId, botFacts(tx, who, { firstName, baseUrl, now: tx.now }));
}

const SHOWN_MISSIONS = 10;

/** What the replies say of a player; of somebody who has not opened the app, zeros. */
export function botFacts(
  sql: Sql,
  who: Person,
  { firstName, baseUrl, now }: { firstName: string; baseUrl: string; now: number },
): BotFacts {
  const { player } = who;
  return {
    firstName,
    balances: {
      salutes: fromHundredths(player?.user.balance ?? 0),
      missiles: player?.row.missiles ?? 0,
      free_spins: player?.row.free_spins ?? 0,
    },
    missions: player === null ? [] : listProgress(sql, player, SHOWN_MISSIONS),
    openMissions: countOpenMissions(sql, who, now),
    hasVerifiedWallet:
      player !== null && listWallets(sql, [player.user.id]).some(({ verified_at }) => verified_at !== null),
    appUrl: `${baseUrl}/miniapp`,
  };
}
