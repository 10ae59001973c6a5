import type { VNode } from "preact";
import { Cacheable } from "../../../http/answers/answer.ts";
import type { Context } from "../../../http/context.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import { type PageOptions, pageHeaders, pageText, resolveBrand, type Site } from "../../../pages/index.ts";

/** The values that a page shows. The page is made again when one of them is another object or value than before. */
type Parts = readonly unknown[];

interface MadePage {
  parts: Parts;
  page: Cacheable;
}

/** A public page that all readers of a language share, answered with validators. */
export class SharedPages {
  readonly #made = new Map<Locale, MadePage>();

  constructor(
    private readonly site: Site,
    private readonly options: PageOptions = {},
  ) {}

  /** The page of these parts in a language; its headers are those of every page. */
  get(
    { now, responseHeaders }: Pick<Context, "now" | "responseHeaders">,
    { locale, parts }: { locale: Locale; parts: Parts },
    make: () => VNode,
  ): Cacheable {
    Object.assign(responseHeaders, pageHeaders(this.options));
    const all = [...parts, resolveBrand(this.site), this.site.installation?.().safeMode];
    const known = this.#made.get(locale);
    if (known !== undefined && isSame(known.parts, all)) return known.page;
    const page = new Cacheable(pageText(make(), this.options), now, 0);
    this.#made.set(locale, { parts: all, page });
    return page;
  }
}

function isSame(before: Parts, after: Parts): boolean {
  return before.length === after.length && before.every((part, index) => part === after[index]);
}
