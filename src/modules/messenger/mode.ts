import { Type } from "@sinclair/typebox";

/** Present in every answer of a demo bot and in no other. */
export const MODE_FIELD = {
  messenger_mode: Type.Optional(
    Type.Literal("demo", { description: "Present only with a demo bot instead of Telegram's." }),
  ),
} as const;

export function modeOf(isDemo: boolean): { messenger_mode?: "demo" } {
  return isDemo ? { messenger_mode: "demo" } : {};
}
