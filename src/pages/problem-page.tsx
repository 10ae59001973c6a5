/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Locale, SOURCE_LOCALE } from "../kit/language/locale.ts";
import { htmlResponse } from "./html-response.ts";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";
import { PAGE_WORDS } from "./words/index.ts";

interface ProblemPageProps {
  site: Site;
  /** The reader's language, of a page that speaks several. */
  locale?: Locale;
  status: number;
  /** One sentence that says what to do. */
  message: string;
  requestId: string;
}

/** A refusal as a page, for browsers. */
export function problemResponse({ site, locale, status, message, requestId }: ProblemPageProps): Response {
  const words = PAGE_WORDS.in(locale ?? SOURCE_LOCALE);
  const title = words.find(`problem_${status}`) ?? words.say("problem_other");
  const page: JSX.Element = (
    <Layout site={site} path="" locale={locale} title={title} description={message}>
      <h1>{title}</h1>
      <p class="lead">{message}</p>
      <p>
        <small>
          {words.show("problem_request", { status: String(status), id: <code>{requestId}</code> })}
        </small>
      </p>
    </Layout>
  );
  return htmlResponse(page, { status });
}

/** What the catalogue of a page has for refusals: `refused_<code>`. */
export interface RefusalWords {
  find: (key: string) => string | null;
}

/**
 * A refusal in the reader's language, by its code: in the page's own words, or in those of all pages. English has its own
 * message, which says more; so has a code without words.
 */
export function refusalText(
  { code, message }: { code: string; message: string },
  locale: Locale,
  own?: RefusalWords,
): string {
  if (locale === SOURCE_LOCALE) return message;
  const key = `refused_${code}`;
  return own?.find(key) ?? PAGE_WORDS.in(locale).find(key) ?? message;
}

/** Sentences for the faults of a form's fields. */
export function faultTexts(
  faults: readonly { field: string; message: string }[] = [],
  locale: Locale = SOURCE_LOCALE,
): { field: string; message: string }[] {
  const words = PAGE_WORDS.in(locale);
  return faults.map(({ field, message }) => ({
    field,
    message: locale === SOURCE_LOCALE ? `It ${message}.` : words.say("fault"),
  }));
}
