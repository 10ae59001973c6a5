import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  command_start: "Das Spiel öffnen",
  command_help: "Die Befehle auflisten",
  command_balance: "Deine Salutes, Raketen und Freispiele zeigen",
  command_spin: "Am Rad drehen",
  command_missions: "Deine Missionen und deren Fortschritt zeigen",
  command_link: "Eine Solana-Wallet verknüpfen",
  command_terms: "Die Bedingungen lesen",
  start:
    "Willkommen, {name}. Dreh am Rad, such im Raster und erfülle Missionen; jede Runde lässt sich als fair nachweisen.",
  start_unnamed:
    "Willkommen. Dreh am Rad, such im Raster und erfülle Missionen; jede Runde lässt sich als fair nachweisen.",
  start_button: "Spiel öffnen",
  balance: "Salutes: {salutes}\nRaketen: {missiles}\nFreispiele: {free_spins}",
  spin: "Das Rad ist in der App.",
  spin_button: "Am Rad drehen",
  mission: "{title}: {value} von {target}",
  missions_none: "Zurzeit ist keine Mission offen.",
  missions_open: {
    one: "{count} Mission steht dir offen.",
    other: "{count} Missionen stehen dir offen.",
  },
  missions_more: { one: "{count} weitere steht dir offen.", other: "{count} weitere stehen dir offen." },
  missions_button: "Missionen zeigen",
  link: "Verknüpfe deine Wallet in der App: Unterschreibe damit eine Nachricht. Es wird nichts gesendet und nichts abgebucht.",
  link_again: "Deine Wallet ist verknüpft und geprüft. Eine weitere verknüpfst du in der App.",
  link_button: "Wallet verknüpfen",
  terms:
    "Salutes, Raketen und Freispiele sind Punkte dieses Spiels. Hier haben sie keinen Geldwert. Die Gewinnchancen stehen in der App, und jede Runde lässt sich nachrechnen: {url}",
};
