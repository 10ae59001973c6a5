import type { Messages } from "../../../../../kit/language/catalogue.ts";

export const en = {
  sound: "Sound",
  offline: "You are offline. We go on as soon as you are connected.",
  retry: "Try again",
} as const satisfies Messages;
