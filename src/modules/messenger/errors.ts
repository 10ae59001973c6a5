import { defineErrors } from "../../http/answers/catalog.ts";

/** Error codes of player operations (contract section 16). */
export const MESSENGER_ERRORS = defineErrors({
  init_data_invalid: {
    http_status: 401,
    category: "authentication",
    retry_class: "fail_fast",
    title: "The init data does not prove the caller",
    retry_behavior: "Open the app from Telegram and send its init data unchanged, or a session token.",
  },
  init_data_expired: {
    http_status: 401,
    category: "authentication",
    retry_class: "fail_fast",
    title: "The init data is too old",
    retry_behavior: "Call init/verify and use its session token, or open the app again.",
  },
  session_invalid: {
    http_status: 401,
    category: "authentication",
    retry_class: "fail_fast",
    title: "The session has ended",
    retry_behavior: "Call init/verify with fresh init data.",
  },
  messenger_disabled: {
    http_status: 503,
    category: "availability",
    retry_class: "fail_fast",
    title: "The mini-app is not configured",
    retry_behavior:
      "Operators must set TELEGRAM_BOT_TOKEN or TELEGRAM_BOT_ID, and a webhook secret for updates.",
  },
  round_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such round",
    retry_behavior: "Check round_id: rounds of other players count as unknown.",
  },
  mission_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such mission",
    retry_behavior: "Check mission_key against missions/catalog.",
  },
  player_not_found: {
    http_status: 404,
    category: "not_found",
    retry_class: "fail_fast",
    title: "No such player",
    retry_behavior: "Check telegram_user_id: this person has not opened the app.",
  },
  round_closed: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The round has ended",
    retry_behavior: "Start another round.",
  },
  round_active: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "A round is active",
    retry_behavior: "Finish the active round first, or give it up; recon-grid/status shows it.",
  },
  cooldown: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The next free spin is not available yet",
    retry_behavior: "Wait until next_free_at, or pay with salutes or a free spin.",
  },
  limit_reached: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The player's own daily limit is reached",
    retry_behavior: "Wait until resets_at: a higher limit counts only from the next UTC day on.",
  },
  not_available: {
    http_status: 409,
    category: "state",
    retry_class: "fail_fast",
    title: "The game cannot be played now",
    retry_behavior: "Read the game's status: `reason` explains it.",
  },
  not_in_audience: {
    http_status: 403,
    category: "authorization",
    retry_class: "fail_fast",
    title: "Not open to this player",
    retry_behavior: "The campaign, mission or promo is open to other players only.",
  },
});
