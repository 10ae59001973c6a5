/** @jsxImportSource preact */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Catalogue, Messages, Words } from "../../kit/language/catalogue.ts";
import { type Locale, SOURCE_LOCALE } from "../../kit/language/locale.ts";

/** The language of the page that is rendered; English outside of a layout. */
export const PageLanguage = createContext<Locale>(SOURCE_LOCALE);

export function useLocale(): Locale {
  return useContext(PageLanguage);
}

/** A catalogue's texts in the language of the page. */
export function useWords<Source extends Messages>(catalogue: Catalogue<Source>): Words<Source> {
  return catalogue.in(useLocale());
}
