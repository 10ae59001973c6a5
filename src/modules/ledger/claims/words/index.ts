import { Catalogue } from "../../../../kit/language/catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { pt } from "./pt.ts";
import { ru } from "./ru.ts";

/** The texts of the pages and mails of a claim for its recipient. */
export const CLAIM_WORDS = new Catalogue(en, { de, es, pt, ru });

export type ClaimWords = ReturnType<typeof CLAIM_WORDS.in>;
