import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const pt: Translation<typeof en> = {
  sound: "Som",
  offline: "Você está sem conexão. Continuamos assim que ela voltar.",
  retry: "Tentar de novo",
};
