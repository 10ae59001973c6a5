import { Catalogue } from "../../kit/language/catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";

/** Texts that all pages share, as in their frame and charts. */
export const PAGE_WORDS = new Catalogue(en, { de, es, pt, ru });

export type NavigationMessage = Extract<keyof typeof en, `nav_${string}`>;
