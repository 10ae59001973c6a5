import { Catalogue } from "../../../../../kit/language/catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";

/** The texts of the page that builds share links. */
export const SHARE_PAGE_WORDS = new Catalogue(en, { de, es, pt, ru });

export type SharePageWords = ReturnType<typeof SHARE_PAGE_WORDS.in>;
