/** @jsxImportSource preact */

import type { JSX } from "preact";
import { LOCALE_NAMES, LOCALES, type Locale, SOURCE_LOCALE } from "../../kit/language/locale.ts";
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

/** The switch of a page that speaks several languages, in the frame of `Layout`. */
export function LanguageLinks(): JSX.Element {
  return <LanguageSwitch locale={useLocale()} label={useWords(PAGE_WORDS).say("language")} />;
}

interface SwitchProps {
  locale: Locale;
  /** The word "language" in that language. */
  label: string;
}

/** The switch of a page with a frame of its own. */
export function LanguageSwitch({ locale, label }: SwitchProps): JSX.Element {
  return (
    <nav class="languages" aria-label={label}>
      {LOCALES.map((each) => (
        <a
          key={each}
          href={`?lang=${each}`}
          lang={each}
          hreflang={each}
          aria-current={each === locale ? "true" : undefined}
        >
          {LOCALE_NAMES[each]}
        </a>
      ))}
    </nav>
  );
}
