import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  sound: "Ton",
  offline: "Du bist offline. Es geht weiter, sobald du wieder verbunden bist.",
  retry: "Noch einmal",
};
