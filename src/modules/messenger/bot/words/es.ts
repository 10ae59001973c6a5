import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const es: Translation<typeof en> = {
  command_start: "Abrir el juego",
  command_help: "Ver los comandos",
  command_balance: "Ver tus salutes, misiles y giros gratis",
  command_spin: "Girar la ruleta",
  command_missions: "Ver tus misiones y su progreso",
  command_link: "Vincular un monedero de Solana",
  command_terms: "Leer las condiciones",
  start:
    "Te damos la bienvenida, {name}. Gira la ruleta, busca en la cuadrícula y completa misiones; cada ronda puede comprobarse.",
  start_unnamed:
    "Te damos la bienvenida. Gira la ruleta, busca en la cuadrícula y completa misiones; cada ronda puede comprobarse.",
  start_button: "Abrir el juego",
  balance: "Salutes: {salutes}\nMisiles: {missiles}\nGiros gratis: {free_spins}",
  spin: "La ruleta está en la aplicación.",
  spin_button: "Girar la ruleta",
  mission: "{title}: {value} de {target}",
  missions_none: "Ahora no hay ninguna misión abierta.",
  missions_open: { one: "Tiene {count} misión abierta.", other: "Tiene {count} misiones abiertas." },
  missions_more: { one: "Tiene {count} más abierta.", other: "Tiene {count} más abiertas." },
  missions_button: "Ver misiones",
  link: "Vincula tu monedero en la aplicación: firma un mensaje con él. No se envía ni se cobra nada.",
  link_again: "Tu monedero está vinculado y verificado. Puedes vincular otro en la aplicación.",
  link_button: "Vincular un monedero",
  terms:
    "Los salutes, misiles y giros gratis son puntos de este juego. Aquí no tienen valor en dinero. Las probabilidades se publican en la aplicación y cada ronda puede recalcularse: {url}",
};
