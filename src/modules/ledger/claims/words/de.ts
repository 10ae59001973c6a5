import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  claim_title: "{sum} einlösen",
  from: "Von",
  you_get: "Sie erhalten",
  get_by_address: "{sum}, gesendet an Ihre Solana-Adresse",
  get_at_once: "{sum}, sofort",
  status: "Status",
  state_issued: "wartet auf Sie",
  state_claimed: "angenommen, wird ausgezahlt",
  state_redeemed: "eingelöst",
  state_expired: "abgelaufen",
  state_cancelled: "zurückgezogen",
  until: "Bis",
  claimed: "Angenommen",
  to_address: "An die Adresse",
  paid_by: "Ausgezahlt mit der Transaktion",
  next_claimed: "Ausgezahlt wird von Hand. Danach zeigt diese Seite die Transaktion.",
  next_redeemed: "Hier ist nichts mehr zu tun.",
  next_expired:
    "Der Code lief ab, bevor ihn jemand eingelöst hat. Bitten Sie die Person, von der er stammt, um einen neuen.",
  next_cancelled: "Der Code wurde zurückgezogen. Fragen Sie die Person, von der er stammt.",
  not_claimed: "Nicht eingelöst",
  correct_address: "Korrigieren Sie die Adresse.",
  your_address: "Ihre Solana-Adresse",
  address_note:
    "{sum} wird hierhin gesendet, in {currency}. Prüfen Sie sie: Später lässt sie sich nicht ändern.",
  address_fault: "Geben Sie Ihre Solana-Adresse ein: Base58, 32 bis 44 Zeichen.",
  credited_where: "Sie werden Ihrem Konto bei dem Partner gutgeschrieben, von dem Sie diesen Code haben.",
  claim: "{sum} einlösen",
  code_title: "Spende einlösen",
  code_about: "Geben Sie den Code ein, den Sie bekommen haben.",
  code: "Einlösecode",
  code_note: "16 Buchstaben und Ziffern, mit oder ohne Bindestriche, groß oder klein.",
  code_fault: "Prüfen Sie ihn Zeichen für Zeichen: Das ist kein Einlösecode.",
  show_claim: "Code ansehen",
};
