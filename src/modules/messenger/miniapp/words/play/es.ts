import type { Translation } from "../../../../../kit/language/catalogue.ts";
import type { en } from "./en.ts";

export const es: Translation<typeof en> = {
  sound: "Sonido",
  offline: "No tienes conexión. Seguiremos en cuanto la recuperes.",
  retry: "Reintentar",
};
