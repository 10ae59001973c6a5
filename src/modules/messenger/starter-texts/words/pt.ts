import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const pt: Translation<typeof en> = {
  code_title: "Resgate seu primeiro código",
  code_text: "Digite {code} abaixo.",
  days_title: "Volte",
  days_text: "Abra o aplicativo em três dias diferentes.",
  share_title: "Conte para alguém",
  share_text: "Compartilhe o jogo com o botão abaixo.",
  invite_title: "Traga um amigo",
  invite_text: "Convide um amigo com o seu link. Conta quando ele concluir uma missão.",
  welcome: "Boas-vindas",
};
