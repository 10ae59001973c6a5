import { Catalogue } from "../../../../kit/language/catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";

/** Titles and descriptions of the missions and the code that an installation begins with. */
export const STARTER_WORDS = new Catalogue(en, { de, es, pt, ru });
