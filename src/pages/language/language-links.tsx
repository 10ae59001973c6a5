/** @jsxImportSource preact */

import type { JSX } from "preact";
import { LOCALE_NAMES, LOCALES, SOURCE_LOCALE } from "../../kit/language/locale.ts";
import { PAGE_WORDS } from "../words/index.ts";
import { useLocale, useWords } from "./page-language.tsx";

/** The page's address in a language; without one it speaks the browser's. */
const addressIn = (address: string, locale: string) => `${address}?lang=${locale}`;

/** For search engines: the page's addresses in every language. */
export function AlternateLinks({ address }: { address: string }): JSX.Element {
  return (
    <>
      {LOCALES.map((locale) => (
        <link key={locale} rel="alternate" hreflang={locale} href={addressIn(address, locale)} />
      ))}
      <link rel="alternate" hreflang="x-default" href={address} />
    </>
  );
}

/** The address by which search engines know the page in its language. */
export function canonicalAddress(address: string, locale: string): string {
  return locale === SOURCE_LOCALE ? address : addressIn(address, locale);
}

/** The switch of a page that speaks several languages. */
export function LanguageLinks(): JSX.Element {
  const current = useLocale();
  return (
    <nav class="languages" aria-label={useWords(PAGE_WORDS).say("language")}>
      {LOCALES.map((locale) => (
        <a
          key={locale}
          href={`?lang=${locale}`}
          lang={locale}
          hreflang={locale}
          aria-current={locale === current ? "true" : undefined}
        >
          {LOCALE_NAMES[locale]}
        </a>
      ))}
    </nav>
  );
}
