import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const es: Translation<typeof en> = {
  title: "Recalcular rondas",
  needs_script:
    "Esta página calcula en su navegador y necesita JavaScript. El comando <command>salute fair-play verify</command> hace lo mismo.",
  how: "Pegue respuestas de <path>/api/messenger/games/rounds/…</path>: una sola, una lista JSON o una por línea. Una ronda puede recalcularse cuando se revela su semilla del servidor. Todo se calcula en su navegador y ninguna ronda se envía. Para un compromiso registrado, la página descarga la entrada de su día UTC.",
  rounds: "Rondas",
  recompute: "Recalcular",
  computed: "Cómo se calcula",
  rule_commitment: "El compromiso es el SHA-256 en hexadecimal del texto de la semilla del servidor.",
  rule_block:
    "El bloque r es HMAC-SHA256, con el texto de la semilla del servidor como clave, sobre <formula>client seed:nonce:r</formula>. Cada sorteo toma cuatro bytes, primero el más significativo.",
  rule_range:
    "reject-v1 descarta los números desde 2³² − (2³² mod n) y toma los demás mod n; stake-v1 toma floor(número / 2³² · n).",
  rule_games:
    "La ruleta sortea una vez sobre la suma de sus pesos. La cuadrícula sortea entre las casillas restantes, primero las minas y luego los objetivos.",
  rule_log:
    "Los compromisos de un día UTC son las hojas de un árbol de Merkle (RFC 6962), cuya raíz está en el <log>registro firmado</log>: la semilla no pudo elegirse después de la ronda.",
  back: "Volver a los juegos",
  fair: "Correcta",
  mismatch: "No coincide",
  not_revealed: "Sin revelar",
  not_in_log: "No está en el registro",
  spin_wheel: "Ruleta",
  recon_grid: "Cuadrícula",
  round: "{game}, ronda {id}.",
  matches: "El resultado coincide con las semillas.",
  seed_hidden: "La semilla del servidor aún no se ha revelado.",
  not_logged_yet: "El día UTC del compromiso aún no estaba registrado.",
  logged: "Su compromiso es el número {number} de {size} del {day}, entrada {entry} del registro firmado.",
  log_unproved: "El registro firmado no demuestra su compromiso: {reason}.",
  result:
    "{ok} de {all} rondas coinciden con sus semillas; los compromisos de {logged} están en el registro firmado.",
  invalid: "Entrada no válida: {reason}",
};
