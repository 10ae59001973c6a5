import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const ru: Translation<typeof en> = {
  code_title: "Введите первый код",
  code_text: "Введите ниже {code}.",
  days_title: "Возвращайтесь",
  days_text: "Откройте приложение в три разных дня.",
  share_title: "Расскажите другим",
  share_text: "Поделитесь игрой с помощью кнопки ниже.",
  invite_title: "Приведите друга",
  invite_text: "Пригласите друга по вашей ссылке. Засчитывается, когда друг выполнит миссию.",
  welcome: "Добро пожаловать",
};
