import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const es: Translation<typeof en> = {
  code_title: "Canjea tu primer código",
  code_text: "Escribe {code} abajo.",
  days_title: "Vuelve",
  days_text: "Abre la aplicación en tres días distintos.",
  share_title: "Cuéntaselo a alguien",
  share_text: "Comparte el juego con el botón de abajo.",
  invite_title: "Trae a un amigo",
  invite_text: "Invita a un amigo con tu enlace. Cuenta cuando tu amigo completa una misión.",
  welcome: "Bienvenida",
};
