import type { PersonalColumn } from "../../../db/row.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import type { messengerPlayers } from "../../../db/tables/messenger/players.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import {
  createUser,
  findUserByExternalId,
  findUserById,
  type UserRow,
  updateUser,
} from "../../ledger/users/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { renameScore, renameScores } from "../leaderboard/index.ts";
import type { TelegramUser } from "../telegram/index.ts";
import type { PlayerCaller } from "./credentials.ts";
import { findHouseId } from "./house.ts";
import { parseReferrer } from "./rules.ts";
import {
  deleteAnswers,
  deleteSessions,
  findPlayerById,
  findPlayerByTelegramId,
  findPlayerByUser,
  insertPlayer,
  type Player,
  type PlayerRow,
  updatePlayer,
} from "./store.ts";

/** The player of a Telegram user; null before the first change. */
export function findPlayer(sql: Sql, telegramId: number): Player | null {
  const row = findPlayerByTelegramId(sql, telegramId);
  return row === null ? null : withUser(sql, row);
}

export function findPlayerWithId(sql: Sql, id: number): Player | null {
  const row = findPlayerById(sql, id);
  return row === null ? null : withUser(sql, row);
}

function withUser(sql: Sql, row: PlayerRow): Player | null {
  const houseId = findHouseId(sql);
  const user = houseId === null ? null : findUserById(sql, houseId, row.user_id);
  return houseId === null || user === null ? null : { row, user, houseId };
}

/** @throws Problem player_not_found */
export function requirePlayer(sql: Sql, telegramId: number): Player {
  const player = findPlayer(sql, telegramId);
  if (player !== null) return player;
  throw new Problem(
    MESSENGER_ERRORS.player_not_found,
    `Check telegram_user_id: nobody with the id ${telegramId} has opened the app.`,
  );
}

/** Whether a caller may play: everybody but a suspended player, who may only read. */
export function mayPlay(player: Player | null): boolean {
  return player === null || player.user.status === "active";
}

/** @throws Problem state_conflict for a suspended player, who may only read */
export function requireActivePlayer(player: Player): Player {
  if (mayPlay(player)) return player;
  throw new Problem(
    "state_conflict",
    "Your account is suspended: you can read, but not play. Ask the operators to reactivate it.",
    { extra: { reason: "suspended" } },
  );
}

/** Returns the player of a caller who changes something; creates a missing one with its gift. */
export function ensurePlayer(tx: Tx, caller: PlayerCaller): Player {
  return caller.welcome(tx, caller);
}

/**
 * Returns the caller's player. Creates it with its user if missing, and stores a changed Telegram profile. The referrer
 * comes only from a start parameter signed by Telegram. Only the welcome feature calls it.
 */
export function storePlayer(tx: Tx, caller: PlayerCaller): Player {
  const known = findPlayer(tx, caller.telegramId);
  if (known !== null) return refreshPlayer(tx, known, caller.profile);
  const houseId = findHouseId(tx);
  if (houseId === null) throw new Error("the partner of the players does not exist");
  const profile = caller.profile ?? { ...UNKNOWN_PROFILE, id: caller.telegramId };
  const user = ensureUser(tx, houseId, profile);
  const referrer = parseReferrer(caller.startParam);
  insertPlayer(tx, {
    telegram_id: caller.telegramId,
    user_id: user.id,
    ...profileColumns(profile),
    referred_by: referrer !== null && findPlayerById(tx, referrer) !== null ? referrer : null,
    joined_at: tx.now,
    last_seen_at: tx.now,
  });
  const row = findPlayerByTelegramId(tx, caller.telegramId);
  if (row === null) throw new Error(`player ${caller.telegramId} was not stored`);
  return { row, user, houseId };
}

/**
 * Erases the name of a deleted user's player and the recorded answers, which may hold wallets, and ends the player's
 * sessions; the balances stay for a return.
 */
export function forgetPlayer(tx: Tx, userId: number): void {
  const player = findPlayerByUser(tx, userId);
  if (player === null) return;
  const row = { ...player, ...profileColumns({ ...UNKNOWN_PROFILE, id: player.telegram_id }) };
  updatePlayer(tx, row);
  renameScores(tx, row);
  deleteAnswers(tx, row.id);
  deleteSessions(tx, row.id);
}

/** Stands for a missing first name on leaderboards. */
const UNNAMED = "player";

const UNKNOWN_PROFILE = { firstName: null, lastName: null, username: null, languageCode: null };

function profileColumns(profile: TelegramUser): Pick<PlayerRow, PersonalColumn<typeof messengerPlayers>> {
  return {
    first_name: profile.firstName ?? UNNAMED,
    username: profile.username,
    language_code: profile.languageCode,
  };
}

/** Maximum length of a user's display_name. */
const MAX_NAME = 128;

function displayName({ firstName, lastName }: TelegramUser): string | null {
  const names = [firstName, lastName].filter((name) => name !== null);
  return names.length === 0 ? null : [...names.join(" ")].slice(0, MAX_NAME).join("");
}

/** The user `tg:<telegram id>` of the partner `house`. */
function ensureUser(tx: Tx, houseId: number, profile: TelegramUser): UserRow {
  const externalId = `tg:${profile.id}`;
  const fields = { username: profile.username, display_name: displayName(profile) };
  const known = findUserByExternalId(tx, houseId, externalId);
  if (known !== null) return updateUser(tx, { partnerId: houseId, user: known }, fields);
  return createUser(tx, houseId, { external_id: externalId, ...fields });
}

/** Minimum time between two updates of last_seen_at. */
const VISIT_STEP_MS = MINUTE_MS;

function refreshPlayer(tx: Tx, player: Player, profile: TelegramUser | null): Player {
  const { houseId } = player;
  const isDeleted = player.user.deleted_at !== null;
  const latest = profile ?? (isDeleted ? { ...UNKNOWN_PROFILE, id: player.row.telegram_id } : null);
  const user = latest === null ? player.user : refreshUser(tx, player, latest);
  const row = { ...player.row, user_id: user.id, ...(latest === null ? {} : profileColumns(latest)) };
  const isSame = (Object.keys(row) as (keyof PlayerRow)[]).every((name) => row[name] === player.row[name]);
  if (isSame && tx.now - row.last_seen_at < VISIT_STEP_MS) return player;
  const updated = { ...row, last_seen_at: tx.now };
  updatePlayer(tx, updated);
  if (row.first_name !== player.row.first_name) renameScore(tx, row);
  return { row: updated, user, houseId };
}

/** Updates the player's user, or creates a new one in place of a deleted user. */
function refreshUser(tx: Tx, { houseId, user }: Player, profile: TelegramUser): UserRow {
  if (user.deleted_at !== null) return ensureUser(tx, houseId, profile);
  const fields = { username: profile.username, display_name: displayName(profile) };
  return updateUser(tx, { partnerId: houseId, user }, fields);
}
