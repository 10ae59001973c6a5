import { Type } from "@sinclair/typebox";

const MAX_INIT_DATA = 8_192;

/** The credential that a player's request may carry in its body or query. */
export const CREDENTIAL = {
  init_data: Type.Optional(
    Type.String({
      maxLength: MAX_INIT_DATA,
      description: "Telegram's init data, unchanged; replaces the Authorization header.",
    }),
  ),
} as const;

/** Request body of a read without other parameters. */
export const CREDENTIALS_BODY = Type.Object(CREDENTIAL);

export const IDEMPOTENCY_KEY = Type.String({
  pattern: "^[\\x21-\\x7e]{1,64}$",
  "x-expectation": "1 to 64 visible ASCII characters",
  description: "Unique per change. A retry with the same key and body gets the first answer again.",
});

function clientSeed(description: string) {
  return Type.String({
    pattern: "^[\\x21-\\x39\\x3b-\\x7e]{1,64}$",
    "x-expectation": "1 to 64 visible ASCII characters without a colon",
    description,
  });
}

export const KEPT_SEED = clientSeed("The player's contribution to the draws of later rounds.");

export const CLIENT_SEED = Type.Optional(
  clientSeed("The player's contribution to the draw. Default: the last one used."),
);

/** Added to answers of changes. */
export const REPLAYED = {
  replayed: Type.Boolean({ description: "True if this repeats the first answer to the idempotency_key." }),
} as const;
