import type { Sql } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { PlayerActor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { type Bot, readInitData, type TelegramUser } from "../telegram/index.ts";
import { MAX_AGE_MS, type Use } from "./rules.ts";
import { findSession, type SessionRow } from "./store.ts";

/** Who calls, proved by init data or a session. */
export interface PlayerCaller extends PlayerActor {
  /** What the init data says of the person; null with a session. */
  profile: TelegramUser | null;
  /** Of the init data; null with a session, or where the app was opened without one. */
  startParam: string | null;
  /** The session that was used; null with init data. */
  session: (SessionRow & { tokenHash: string }) | null;
}

/** What a request shows, by where it stands. */
export type Shown = { kind: "init_data"; raw: string } | { kind: "session"; token: string };

const TMA = /^tma (.+)$/i;
const BEARER = /^Bearer ([\x21-\x7e]{1,200})$/i;

/**
 * The one credential of a request: `Authorization`, or `init_data` of body or query.
 * @throws Problem init_data_invalid for none, invalid_payload for two
 */
export function shownIn(request: Request, body: Uint8Array): Shown {
  const authorization = request.headers.get("authorization");
  const shown = [headerOf(authorization), inQuery(request.url), inBody(body)].filter((each) => each !== null);
  const [first, second] = shown;
  if (second !== undefined)
    throw invalidPayload("init_data", "must be the only credential: init data once, or a session token");
  if (first !== undefined) return first;
  throw invalid(
    authorization === null
      ? "Send init_data, Authorization: tma with it, or Authorization: Bearer with a session token."
      : "Send Authorization as tma with init data, or Bearer with a session token.",
  );
}

function headerOf(authorization: string | null): Shown | null {
  const raw = TMA.exec(authorization ?? "")?.[1];
  if (raw !== undefined) return { kind: "init_data", raw };
  const token = BEARER.exec(authorization ?? "")?.[1];
  return token === undefined ? null : { kind: "session", token };
}

function inQuery(url: string): Shown | null {
  const mark = url.indexOf("?");
  if (mark === -1 || !url.includes("init_data", mark)) return null;
  const raw = new URLSearchParams(url.slice(mark + 1)).get("init_data");
  return raw === null || raw === "" ? null : { kind: "init_data", raw };
}

const NEEDLE = Buffer.from('"init_data"');

/** A body that cannot be read shows nothing; its faults are told to those who are admitted. */
function inBody(body: Uint8Array): Shown | null {
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

export interface Proving {
  bot: Bot;
  use: Use;
  now: number;
}

/** Proves a credential. @throws Problem init_data_invalid, init_data_expired, session_invalid */
export function prove(sql: Sql, shown: Shown, { bot, use, now }: Proving): PlayerCaller {
  const isDemo = bot.mode === "demo";
  if (shown.kind === "session") {
    if (use === "verify") throw invalid("Send init data: a session cannot begin another one.");
    const session = requireSession(sql, shown.token, now);
    return {
      kind: "player",
      telegramId: session.telegram_id,
      isDemo,
      profile: null,
      startParam: null,
      session,
    };
  }
  const data = readInitData(shown.raw, bot.proof, now);
  if (data === null) throw invalid("Send the init data unchanged, as Telegram handed it to the app.");
  if (now - data.authDate > MAX_AGE_MS[use]) {
    throw new Problem(
      MESSENGER_ERRORS.init_data_expired,
      use === "verify"
        ? "Open the app again: its init data is over 24 h old."
        : "Call init/verify and use its session token: this init data is too old here.",
    );
  }
  const { user, startParam } = data;
  return { kind: "player", telegramId: user.id, isDemo, profile: user, startParam, session: null };
}

function requireSession(sql: Sql, token: string, now: number): SessionRow & { tokenHash: string } {
  const tokenHash = sha256Hex(token);
  const session = findSession(sql, tokenHash);
  if (session !== null && now < session.expires_at) return { ...session, tokenHash };
  throw new Problem(
    MESSENGER_ERRORS.session_invalid,
    "Call init/verify for a new session: this token is unknown or its session has ended.",
  );
}

function invalid(message: string): Problem {
  return new Problem(MESSENGER_ERRORS.init_data_invalid, message);
}
