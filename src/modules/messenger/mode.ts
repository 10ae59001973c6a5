import { Type } from "@sinclair/typebox";

/** In every answer of the demo bot, and in none of Telegram's. */
export const MODE_FIELD = {
  messenger_mode: Type.Optional(
    Type.Literal("demo", { description: "Only where a demo bot stands in for Telegram's." }),
  ),
} as const;

export function modeOf(isDemo: boolean): { messenger_mode?: "demo" } {
  return isDemo ? { messenger_mode: "demo" } : {};
}
