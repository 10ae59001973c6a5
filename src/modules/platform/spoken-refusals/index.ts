import type { Problem } from "../../../http/answers/problem.ts";
import type { Refused } from "../../../http/declaration.ts";
import { refusalLocale } from "../../../http/input/page-locale.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { problemResponse, type RefusalWords, refusalText, type Site } from "../../../pages/index.ts";

/** Makes refusals of pages that speak several languages pages in the reader's. @param wordsIn the pages' own words for refusals */
export function spokenRefusal(site: Site, wordsIn?: (locale: Locale) => RefusalWords) {
  return (problem: Problem, refused: Refused): Response => {
    const locale = refusalLocale(refused);
    const message = refusalText(problem, locale, wordsIn?.(locale));
    return problemResponse({ site, locale, status: problem.status, message, requestId: refused.requestId });
  };
}
