import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const ru: Translation<typeof en> = {
  sound: "Звук",
  offline: "Нет соединения. Продолжим, как только оно появится.",
  retry: "Повторить",
};
