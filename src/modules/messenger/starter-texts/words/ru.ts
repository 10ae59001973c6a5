import type { Translation } from "../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const ru: Translation<typeof en> = {
  code_title: "Введи первый код",
  code_text: "Введи ниже {code}.",
  days_title: "Возвращайся",
  days_text: "Открой приложение в три разных дня.",
  share_title: "Расскажи другим",
  share_text: "Поделись игрой с помощью кнопки ниже.",
  invite_title: "Приведи друга",
  invite_text: "Пригласи друга по твоей ссылке. Засчитывается, когда друг выполнит миссию.",
  welcome: "Добро пожаловать",
};
