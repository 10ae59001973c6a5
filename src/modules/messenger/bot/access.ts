import type { Access, AccessDocument, Admission } from "../../../http/access/access.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { buildMeta, jsonResponse, successBody, wantsMeta } from "../../../http/answers/respond.ts";
import type { Change } from "../../../http/change.ts";
import type { Actor } from "../../../http/operation.ts";
import { refuseExceeded } from "../../../http/rate-limit.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { equalConstantTime } from "../../../kit/crypto/seal.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import type { Bot } from "../telegram/index.ts";

const OWN_HEADER = "x-messenger-bot-api-secret-token";
const TELEGRAM_HEADER = "x-telegram-bot-api-secret-token";

/** Telegram's servers, authenticated by the secret passed to setWebhook (contract section 16). */
export class BotAccess implements Access {
  readonly kind = "bot";
  readonly readsBodyFirst = false;
  readonly refusesUnknownQuery = true;
  readonly isCounted = true;
  readonly isPublic = false;
  readonly showsRetryClass = false;
  readonly needsFormToken = false;
  readonly codes: readonly ErrorRef[] = [
    "unauthorized",
    MESSENGER_ERRORS.messenger_disabled,
    "rate_limited",
    "invalid_query",
    "server_error",
    "db_unavailable",
  ];
  readonly changeCodes: readonly ErrorRef[] = ["safe_mode", "invalid_payload"];
  readonly document: AccessDocument = {
    audience: "Bot",
    sentence: "For Telegram's servers, with the webhook secret.",
    extensions: {},
    credentials: () => [
      [
        {
          name: "botSecret",
          scheme: {
            type: "apiKey",
            in: "header",
            name: "X-Messenger-Bot-Api-Secret-Token",
            description:
              "TELEGRAM_WEBHOOK_SECRET. Telegram's own header name, X-Telegram-Bot-Api-Secret-Token, is accepted too.",
          },
        },
      ],
    ],
    changeHeaders: [],
  };

  constructor(private readonly bot: Bot | null) {}

  admit({ exchange, services }: Admission): Actor {
    const secret = this.bot?.webhookSecret ?? null;
    if (secret === null) {
      throw new Problem(
        MESSENGER_ERRORS.messenger_disabled,
        "Set TELEGRAM_WEBHOOK_SECRET: the webhook has no secret.",
      );
    }
    const { headers } = exchange.request;
    const sent = [headers.get(OWN_HEADER), headers.get(TELEGRAM_HEADER)].filter((each) => each !== null);
    if (sent.length > 0 && sent.every((each) => equalConstantTime(each, secret)))
      return { kind: "anonymous" };
    const { limiter, limits } = services;
    const state = limiter.count("failed_auth", limitSubject(exchange.address), limits.failedAuth);
    refuseExceeded(state, exchange.now);
    throw new Problem("unauthorized", "Send the webhook secret in X-Messenger-Bot-Api-Secret-Token.");
  }

  async change({ exchange, readInput, services, status, write }: Change): Promise<Response> {
    const context = readInput();
    const body = await context.db.writer.run((tx) => {
      refuseInSafeMode(services.safeModeReason());
      return successBody(write(tx, context, undefined), null);
    });
    exchange.result = body;
    const meta = wantsMeta(context) ? buildMeta(exchange.requestId, exchange.now) : null;
    return jsonResponse(status, meta === null ? body : { ...body, meta }, exchange.headers);
  }
}
