import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  code_title: "Löse deinen ersten Code ein",
  code_text: "Gib unten {code} ein.",
  days_title: "Komm wieder",
  days_text: "Öffne die App an drei verschiedenen Tagen.",
  share_title: "Erzähl es weiter",
  share_text: "Teile das Spiel mit dem Knopf unten.",
  invite_title: "Bring jemanden mit",
  invite_text: "Lade jemanden mit deinem Link ein. Es zählt, sobald die Person eine Mission erfüllt.",
  welcome: "Willkommen",
};
