import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const de: Translation<typeof en> = {
  title: "Runden nachrechnen",
  needs_script:
    "Diese Seite rechnet in Ihrem Browser und braucht JavaScript. Der Befehl <command>salute fair-play verify</command> leistet dasselbe.",
  how: "Fügen Sie Antworten von <path>/api/messenger/games/rounds/…</path> ein: eine einzelne, eine JSON-Liste oder eine pro Zeile. Eine Runde lässt sich nachrechnen, sobald ihr Server-Startwert offengelegt ist. Alles wird in Ihrem Browser berechnet, keine Runde wird irgendwohin gesendet. Zu einer protokollierten Festlegung holt die Seite den Eintrag ihres UTC-Tages.",
  rounds: "Runden",
  recompute: "Nachrechnen",
  computed: "So wird gerechnet",
  rule_commitment: "Die Festlegung ist der SHA-256 des Server-Startwerts als Text, hexadezimal.",
  rule_block:
    "Block r ist HMAC-SHA256 mit dem Text des Server-Startwerts als Schlüssel über <formula>client seed:nonce:r</formula>. Jede Ziehung nimmt vier Bytes, das höchstwertige zuerst.",
  rule_range:
    "reject-v1 verwirft Zahlen ab 2³² − (2³² mod n) und nimmt die übrigen mod n; stake-v1 nimmt floor(Zahl / 2³² · n).",
  rule_games:
    "Das Rad zieht einmal über die Summe seiner Gewichte. Das Raster zieht aus den übrigen Zellen, erst für die Minen, dann für die Ziele.",
  rule_log:
    "Die Festlegungen eines UTC-Tages sind die Blätter eines Merkle-Baums (RFC 6962), dessen Wurzel im <log>signierten Protokoll</log> steht: Der Startwert kann nicht nach der Runde gewählt worden sein.",
  back: "Zurück zu den Spielen",
  fair: "Fair",
  mismatch: "Abweichung",
  not_revealed: "Nicht offengelegt",
  not_in_log: "Nicht im Protokoll",
  spin_wheel: "Rad",
  recon_grid: "Raster",
  round: "{game}, Runde {id}.",
  matches: "Das Ergebnis passt zu den Startwerten.",
  seed_hidden: "Der Server-Startwert ist noch nicht offengelegt.",
  not_logged_yet: "Der UTC-Tag der Festlegung war noch nicht protokolliert.",
  logged:
    "Ihre Festlegung ist Nummer {number} von {size} am {day}, Eintrag {entry} des signierten Protokolls.",
  log_unproved: "Das signierte Protokoll belegt ihre Festlegung nicht: {reason}.",
  result:
    "{ok} von {all} Runden passen zu ihren Startwerten; die Festlegungen von {logged} stehen im signierten Protokoll.",
  invalid: "Ungültige Eingabe: {reason}",
};
