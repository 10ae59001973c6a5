import { type Static, Type } from "@sinclair/typebox";
import { jsonColumn } from "../../../db/json-column.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { type Locale, parseLocale, SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { listWallets } from "../../ledger/users/index.ts";
import type { Person } from "../audiences/index.ts";
import { countOpenMissions, listProgress } from "../missions/index.ts";
import { findPlayer } from "../players/index.ts";
import { type BotFacts, BotReply, parseCommand, printableName, replyTo } from "./commands.ts";
import { findUpdate, insertUpdate } from "./store.ts";
import { type PrivateMessage, readUpdate } from "./updates.ts";

/** The answer to an update: whether it was handled, and the Bot API call for Telegram to execute. */
const UpdateAnswer = Type.Object({ handled: Type.Boolean(), ...Type.Partial(BotReply).properties });
export type UpdateAnswer = Static<typeof UpdateAnswer>;

const REPLY = jsonColumn("bot_updates.reply", UpdateAnswer);

export interface ReceivedUpdate {
  duplicate: boolean;
  kind: string;
  answer: UpdateAnswer;
}

/** Stands for the sender's name in stored answers: who is erased leaves none, and a duplicate brings it again. */
const NAME = "{name}";

/**
 * Handles an update once: its id is stored in the same commit, and a duplicate gets the first answer again. Unknown kinds
 * are accepted and not handled.
 */
export function receiveUpdate(
  tx: Tx,
  body: Readonly<Record<string, unknown>>,
  baseUrl: string,
): ReceivedUpdate {
  const { id, kind, message } = readUpdate(body);
  if (id === null) return { duplicate: false, kind, answer: { handled: false } };
  const first = findUpdate(tx, id);
  const name = message === null ? "" : printableName(message.firstName);
  if (first !== null)
    return { duplicate: true, kind: first.kind, answer: withName(REPLY.read(first.reply), name) };
  const unnamed = message && { ...message, firstName: name === "" ? "" : NAME };
  const reply = unnamed === null ? null : answerTo(tx, unnamed, baseUrl);
  const answer: UpdateAnswer = reply === null ? { handled: false } : { handled: true, ...reply };
  insertUpdate(tx, { updateId: id, kind, handled: reply !== null, reply: REPLY.write(answer) });
  return { duplicate: false, kind, answer: withName(answer, name) };
}

function withName(answer: UpdateAnswer, name: string): UpdateAnswer {
  return answer.text === undefined ? answer : { ...answer, text: answer.text.replace(NAME, () => name) };
}

function answerTo(tx: Tx, message: PrivateMessage, baseUrl: string): BotReply | null {
  const command = parseCommand(message.text);
  if (command === null) return null;
  const { firstName, chatId, languageCode, telegramId } = message;
  const person = { telegramId, languageCode, player: findPlayer(tx, telegramId) };
  const locale =
    parseLocale(languageCode) ?? parseLocale(person.player?.row.language_code ?? null) ?? SOURCE_LOCALE;
  return replyTo(command, chatId, botFacts(tx, person, { firstName, baseUrl, locale, now: tx.now }));
}

const MAX_MISSIONS = 10;

/** The facts for replies; zeros for a person who has not opened the app. */
export function botFacts(
  sql: Sql,
  person: Person,
  { firstName, baseUrl, locale, now }: { firstName: string; baseUrl: string; locale: Locale; now: number },
): BotFacts {
  const { player } = person;
  return {
    firstName,
    locale,
    balances: {
      salutes: fromHundredths(player?.user.balance ?? 0),
      missiles: player?.row.missiles ?? 0,
      free_spins: player?.row.free_spins ?? 0,
    },
    missions: player === null ? [] : listProgress(sql, player, { limit: MAX_MISSIONS, locale, now }),
    openMissions: countOpenMissions(sql, person, now),
    hasVerifiedWallet:
      player !== null && listWallets(sql, [player.user.id]).some(({ verified_at }) => verified_at !== null),
    appUrl: `${baseUrl}/miniapp`,
  };
}
