import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const es: Translation<typeof en> = {
  code_title: "Canjee su primer código",
  code_text: "Escriba {code} abajo.",
  days_title: "Vuelva",
  days_text: "Abra la aplicación en tres días distintos.",
  share_title: "Cuénteselo a alguien",
  share_text: "Comparta el juego con el botón de abajo.",
  invite_title: "Traiga a un amigo",
  invite_text: "Invite a un amigo con su enlace. Cuenta cuando su amigo completa una misión.",
  welcome: "Bienvenida",
};
