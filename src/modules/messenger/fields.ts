import { Type } from "@sinclair/typebox";

const MAX_INIT_DATA = 8_192;

/** The credential that a player's call may carry in its body or query. */
export const CREDENTIAL = {
  init_data: Type.Optional(
    Type.String({
      maxLength: MAX_INIT_DATA,
      description: "Telegram's init data, unchanged; in place of the Authorization header.",
    }),
  ),
} as const;

/** Names the intent of a change: sent again with the same body it gets the first answer again. */
export const IDEMPOTENCY_KEY = Type.String({
  pattern: "^[\\x21-\\x7e]{1,64}$",
  "x-expectation": "1 to 64 visible ASCII characters",
  description: "One per intent: sent again with the same body it gets the first answer again.",
});

export const CLIENT_SEED = Type.Optional(
  Type.String({
    pattern: "^[\\x21-\\x39\\x3b-\\x7e]{1,64}$",
    "x-expectation": "1 to 64 visible ASCII characters without a colon",
    description: "The player's share of the draw; unset: the last one.",
  }),
);

/** In the answers of changes. */
export const REPLAYED = {
  replayed: Type.Boolean({ description: "Whether this is the first answer to the idempotency_key again." }),
} as const;
