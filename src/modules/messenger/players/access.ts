import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import type { Access, AccessDocument, Admission, Credential } from "../../../http/access/access.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Change } from "../../../http/change.ts";
import { refuseExceeded } from "../../../http/rate-limit.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { type Bot, requireBot } from "../telegram/index.ts";
import { changeByPlayer } from "./change.ts";
import { type PlayerCaller, prove, shownIn } from "./credentials.ts";
import { isProlonged, sessionEnd, type Use } from "./rules.ts";
import { prolongSession } from "./store.ts";

export interface PlayerAccessParts {
  /** Null in production without a configured bot. */
  bot: Bot | null;
  live: Database;
  log: Logger;
  /** Requests per minute and player; 0 switches the limit off. */
  perMinute: number;
  /** Makes the partner of the players where it is not there yet, in the commit of the first player. */
  ensureHouse: (tx: Tx) => number;
}

const INIT_DATA: Credential = {
  name: "telegramInitData",
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "`tma ` and the init data that Telegram handed to the mini-app. The same may come as `init_data` in body or query.",
  },
};
const SESSION: Credential = {
  name: "playerSession",
  scheme: {
    type: "http",
    scheme: "bearer",
    description: "The session token of init/verify: good for an hour, prolonged by use up to 24 h.",
  },
};

/** Players of the mini-app, by Telegram's init data or a session (contract section 16). */
export class PlayerAccess implements Access {
  readonly kind = "player";
  readonly readsBodyFirst = true;
  readonly refusesUnknownQuery = true;
  readonly isCounted = true;
  readonly isPublic = false;
  readonly showsRetryClass = false;
  readonly needsFormToken = false;
  readonly codes: readonly ErrorRef[] = [
    MESSENGER_ERRORS.init_data_invalid,
    MESSENGER_ERRORS.init_data_expired,
    MESSENGER_ERRORS.session_invalid,
    MESSENGER_ERRORS.messenger_disabled,
    "rate_limited",
    "invalid_payload",
    "invalid_query",
    "server_error",
    "db_unavailable",
  ];
  /** Only what spends or claims names its intent. */
  readonly changeCodes: readonly ErrorRef[];
  readonly document: AccessDocument;

  constructor(
    private readonly parts: PlayerAccessParts,
    private readonly use: Use,
  ) {
    this.changeCodes = use === "spend" ? ["idempotency_conflict", "safe_mode"] : ["safe_mode"];
    const age = { verify: "24 h", read: "1 h", spend: "15 min" }[use];
    this.document = {
      audience: "Player",
      sentence: `For players of the mini-app: init data up to ${age} old${use === "verify" ? "" : ", or a session token"}.`,
      roles: [],
      extensions: { "x-init-data-age": age },
      credentials: () => (use === "verify" ? [[INIT_DATA]] : [[INIT_DATA], [SESSION]]),
      changeHeaders: [],
    };
  }

  admit({ exchange, services, body }: Admission): PlayerCaller {
    exchange.headers["cache-control"] = "no-store";
    const bot = requireBot(this.parts.bot);
    let caller: PlayerCaller;
    try {
      const shown = shownIn(exchange.request, body);
      caller = prove(this.parts.live.read, shown, { bot, use: this.use, now: exchange.now });
    } catch (error) {
      if (error instanceof Problem) countRefused({ exchange, services });
      throw error;
    }
    const { perMinute } = this.parts;
    const state = services.limiter.count("messenger", String(caller.telegramId), perMinute);
    exchange.noteLimit(state);
    refuseExceeded(state, exchange.now);
    if (caller.session !== null) this.#prolong(caller.session, exchange.now);
    return caller;
  }

  change(change: Change): Promise<Response> {
    return changeByPlayer(change, this.parts.ensureHouse);
  }

  /** Beside the request: a session that was not prolonged ends earlier, and nothing else is lost. */
  #prolong(session: NonNullable<PlayerCaller["session"]>, now: number): void {
    if (!isProlonged(session, now)) return;
    const { live, log } = this.parts;
    const end = sessionEnd(session.created_at, now);
    live.writer
      .run((tx) => prolongSession(tx, session.tokenHash, end), "lasting")
      .catch((error) => log.warn("a session was not prolonged", { error: describeError(error) }));
  }
}

/** Calls that prove nobody count per address. @throws Problem rate_limited */
function countRefused({ exchange, services }: Pick<Admission, "exchange" | "services">): void {
  const { limiter, limits } = services;
  const state = limiter.count("failed_auth", limitSubject(exchange.address), limits.failedAuth);
  if (state?.exceeded) exchange.noteLimit(state);
  refuseExceeded(state, exchange.now);
}

/** Access of players; `spend` for what spends or claims. */
export type PlayerFor = (use: Use) => PlayerAccess;

export function createPlayerFor(parts: PlayerAccessParts): PlayerFor {
  const made: Record<Use, PlayerAccess> = {
    verify: new PlayerAccess(parts, "verify"),
    read: new PlayerAccess(parts, "read"),
    spend: new PlayerAccess(parts, "spend"),
  };
  return (use) => made[use];
}
