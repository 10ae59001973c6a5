import type { Database } from "../../../db/database.ts";
import type { Access, AccessDocument, Admission, Credential } from "../../../http/access/access.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import type { Change } from "../../../http/change.ts";
import { refuseExceeded } from "../../../http/rate-limit.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { FieldHashes } from "../../platform/idempotency/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { type Bot, requireBot } from "../telegram/index.ts";
import { changeByPlayer } from "./change.ts";
import { authenticate, type PlayerCaller, requireCredential, type Welcome } from "./credentials.ts";
import { isExtensionDue, sessionEnd, type Use } from "./rules.ts";
import { extendSession } from "./store.ts";
import type { WalletTickets } from "./wallet-ticket.ts";

export interface PlayerAccessParts {
  welcome: Welcome;
  fieldHashes: FieldHashes;
  /** Null in production without a configured bot. */
  bot: Bot | null;
  live: Database;
  log: Logger;
  tickets: WalletTickets;
  /** Requests per minute and player; 0: no limit. */
  perMinute: () => number;
}

const INIT_DATA: Credential = {
  name: "telegramInitData",
  scheme: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description:
      "`tma ` followed by the init data from Telegram. Alternatively `init_data` in the body or query.",
  },
};
const SESSION: Credential = {
  name: "playerSession",
  scheme: {
    type: "http",
    scheme: "bearer",
    description: "The session token from init/verify. Valid for one hour after the last use, at most 24 h.",
  },
};

const TICKET: Credential = {
  name: "walletTicket",
  scheme: {
    type: "http",
    scheme: "bearer",
    description: "A ticket from wallet-link/start. Valid for 15 minutes, only to link a wallet.",
  },
};

/** Players of the mini-app, authenticated by Telegram's init data or a session (contract section 16). */
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
  /** Only operations that spend or claim take an idempotency_key. */
  readonly changeCodes: readonly ErrorRef[];
  readonly document: AccessDocument;

  constructor(
    private readonly parts: PlayerAccessParts,
    private readonly use: Use,
    private readonly takesTickets = false,
  ) {
    this.changeCodes = use === "spend" ? ["idempotency_conflict", "safe_mode"] : ["safe_mode"];
    const age = { verify: "24 h", read: "1 h", spend: "15 min" }[use];
    this.document = {
      audience: "Player",
      sentence: `For players of the mini-app: init data up to ${age} old${use === "verify" ? "" : ", or a session token"}.`,
      extensions: { "x-init-data-age": age },
      credentials: () => {
        if (use === "verify") return [[INIT_DATA]];
        return takesTickets ? [[INIT_DATA], [SESSION], [TICKET]] : [[INIT_DATA], [SESSION]];
      },
      changeHeaders: [],
    };
  }

  admit({ exchange, services, body }: Admission): PlayerCaller {
    exchange.headers["cache-control"] = "no-store";
    const bot = requireBot(this.parts.bot);
    let caller: PlayerCaller;
    try {
      const credential = requireCredential(exchange.request, body);
      const authenticated = authenticate(this.parts.live.read, credential, {
        bot,
        tickets: this.takesTickets ? this.parts.tickets : null,
        use: this.use,
        now: exchange.now,
      });
      caller = { ...authenticated, welcome: this.parts.welcome };
    } catch (error) {
      if (error instanceof Problem) countFailure({ exchange, services });
      throw error;
    }
    const { perMinute } = this.parts;
    const state = services.limiter.count("messenger", String(caller.telegramId), perMinute());
    exchange.noteLimit(state);
    refuseExceeded(state, exchange.now);
    if (caller.session !== null) this.#extend(caller.session, exchange.now);
    return caller;
  }

  change(change: Change): Promise<Response> {
    return changeByPlayer(change, this.parts.fieldHashes);
  }

  /** Does not delay the request; after a failed write the session only ends earlier. */
  #extend(session: NonNullable<PlayerCaller["session"]>, now: number): void {
    if (!isExtensionDue(session, now)) return;
    const { live, log } = this.parts;
    const end = sessionEnd(session.created_at, now);
    live.writer
      .run((tx) => extendSession(tx, session.tokenHash, end), "lasting")
      .catch((error) => log.warn("a session was not extended", { error: describeError(error) }));
  }
}

/** Counts a failed authentication per address. @throws Problem rate_limited */
function countFailure({ exchange, services }: Pick<Admission, "exchange" | "services">): void {
  const { limiter, limits } = services;
  const state = limiter.count("failed_auth", limitSubject(exchange.address), limits.failedAuth);
  refuseExceeded(state, exchange.now);
}

/** Access for players; `spend` for operations that spend or claim. @param by whether a wallet ticket will do, too */
export type PlayerFor = (use: Use, by?: "session" | "ticket") => PlayerAccess;

export function createPlayerFor(parts: PlayerAccessParts): PlayerFor {
  const accesses = (takesTickets: boolean): Record<Use, PlayerAccess> => ({
    verify: new PlayerAccess(parts, "verify"),
    read: new PlayerAccess(parts, "read", takesTickets),
    spend: new PlayerAccess(parts, "spend", takesTickets),
  });
  const by = { session: accesses(false), ticket: accesses(true) };
  return (use, credential = "session") => by[credential][use];
}
