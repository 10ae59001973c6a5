import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  code_title: "Lösen Sie Ihren ersten Code ein",
  code_text: "Geben Sie unten {code} ein.",
  days_title: "Kommen Sie wieder",
  days_text: "Öffnen Sie die App an drei verschiedenen Tagen.",
  share_title: "Erzählen Sie es weiter",
  share_text: "Teilen Sie das Spiel mit dem Knopf unten.",
  invite_title: "Bringen Sie jemanden mit",
  invite_text: "Laden Sie jemanden mit Ihrem Link ein. Es zählt, sobald die Person eine Mission erfüllt.",
  welcome: "Willkommen",
};
