import type { Sql, Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { PlayerActor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { type Bot, readInitData, type TelegramUser } from "../telegram/index.ts";
import { MAX_AGE_MS, type Use } from "./rules.ts";
import { findSession, type Player, type SessionRow } from "./store.ts";
import { isWalletTicket, type WalletTickets } from "./wallet-ticket.ts";

/** A player authenticated by init data or a session. */
export interface PlayerCaller extends PlayerActor {
  /** The user in the init data; null with a session. */
  profile: TelegramUser | null;
  /** The start parameter in the init data; null without one or with a session. */
  startParam: string | null;
  /** The session used; null with init data. */
  session: (SessionRow & { tokenHash: string }) | null;
  welcome: Welcome;
}

/** Returns the caller's player; creates a missing one with its gift, and commits to a missing seed. */
export type Welcome = (tx: Tx, caller: PlayerCaller) => Player;

/** The credential of a request, not verified yet. */
export type CallerCredential = { kind: "init_data"; raw: string } | { kind: "session"; token: string };

const TMA = /^tma (.+)$/i;
const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i;

/**
 * The one credential of a request: `Authorization`, or `init_data` of body or query.
 * @throws Problem init_data_invalid for none, invalid_payload for two
 */
export function requireCredential(request: Request, body: Uint8Array): CallerCredential {
  const authorization = request.headers.get("authorization");
  const found = [
    credentialInHeader(authorization),
    credentialInQuery(request.url),
    credentialInBody(body),
  ].filter((each) => each !== null);
  const [first, second] = found;
  if (second !== undefined)
    throw invalidPayload("init_data", "must be the only credential: init data once, or a session token");
  if (first !== undefined) return first;
  throw invalid(
    authorization === null
      ? "Send init_data, Authorization: tma with it, or Authorization: Bearer with a session token."
      : "Send Authorization as tma with init data, or Bearer with a session token.",
  );
}

function credentialInHeader(authorization: string | null): CallerCredential | null {
  const raw = TMA.exec(authorization ?? "")?.[1];
  if (raw !== undefined) return { kind: "init_data", raw };
  const token = BEARER.exec(authorization ?? "")?.[1];
  return token === undefined ? null : { kind: "session", token };
}

function credentialInQuery(url: string): CallerCredential | null {
  const mark = url.indexOf("?");
  if (mark === -1 || !url.includes("init_data", mark)) return null;
  const raw = new URLSearchParams(url.slice(mark + 1)).get("init_data");
  return raw === null || raw === "" ? null : { kind: "init_data", raw };
}

const NEEDLE = Buffer.from('"init_data"');

/** Null for an invalid body: only authenticated callers get its errors. */
function credentialInBody(body: Uint8Array): CallerCredential | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes(NEEDLE)) return null;
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if (typeof value !== "object" || value === null || !("init_data" in value)) return null;
    return { kind: "init_data", raw: typeof value.init_data === "string" ? value.init_data : "" };
  } catch {
    return null;
  }
}

export interface AuthenticationContext {
  bot: Bot;
  /** Null if the operation takes no wallet tickets. */
  tickets: WalletTickets | null;
  use: Use;
  now: number;
}

/** Verifies a credential. @throws Problem init_data_invalid, init_data_expired, session_invalid */
export function authenticate(
  sql: Sql,
  credential: CallerCredential,
  { bot, tickets, use, now }: AuthenticationContext,
): Omit<PlayerCaller, "welcome"> {
  if (credential.kind === "session" && isWalletTicket(credential.token))
    return requireTicket(tickets, credential.token, now);
  if (credential.kind === "session") {
    if (use === "verify") throw invalid("Send init data: a session cannot start another session.");
    const session = requireSession(sql, credential.token, now);
    return {
      kind: "player",
      telegramId: session.telegram_id,
      profile: null,
      startParam: null,
      session,
    };
  }
  const data = readInitData(credential.raw, bot.proof, now);
  if (data === null) throw invalid("Send the init data from Telegram unchanged.");
  if (now - data.authDate > MAX_AGE_MS[use]) {
    throw new Problem(
      MESSENGER_ERRORS.init_data_expired,
      use === "verify"
        ? "Open the app again: its init data is more than 24 h old."
        : "Call init/verify and use its session token: the init data is too old for this operation.",
    );
  }
  const { user, startParam } = data;
  return { kind: "player", telegramId: user.id, profile: user, startParam, session: null };
}

/** @throws Problem session_invalid */
function requireTicket(
  tickets: WalletTickets | null,
  token: string,
  now: number,
): Omit<PlayerCaller, "welcome"> {
  const telegramId = tickets?.read(token, now) ?? null;
  if (telegramId !== null)
    return { kind: "player", telegramId, profile: null, startParam: null, session: null };
  throw new Problem(
    MESSENGER_ERRORS.session_invalid,
    tickets === null
      ? "Use a session token: a wallet ticket only links a wallet."
      : "Start again in the app: the ticket has expired.",
  );
}

function requireSession(sql: Sql, token: string, now: number): SessionRow & { tokenHash: string } {
  const tokenHash = sha256Hex(token);
  const session = findSession(sql, tokenHash);
  if (session !== null && now < session.expires_at) return { ...session, tokenHash };
  throw new Problem(
    MESSENGER_ERRORS.session_invalid,
    "Call init/verify for a new session: this token is unknown or expired.",
  );
}

function invalid(message: string): Problem {
  return new Problem(MESSENGER_ERRORS.init_data_invalid, message);
}
