import type { VNode } from "preact";
import type { Cacheable } from "../../../http/answers/answer.ts";
import type { Context } from "../../../http/context.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { Recent } from "../../../kit/recent.ts";
import type { PageOptions, Site } from "../../../pages/index.ts";
import { SharedPages } from "./shared-pages.ts";

/** Stored figures are shown within this time (contract section 1). */
const KEPT_MS = SECOND_MS;

type Facts = Pick<Context, "now" | "baseUrl">;

/** A public page of stored figures, in English: made at most once a second, and answered with validators. */
export class StoredPage {
  readonly #pages: SharedPages;
  readonly #recent = new Recent<"page", Promise<VNode>>(KEPT_MS);

  constructor(
    site: Site,
    private readonly make: (facts: Facts) => VNode | Promise<VNode>,
    options: PageOptions = {},
  ) {
    this.#pages = new SharedPages(site, options);
  }

  async get(context: Pick<Context, "now" | "baseUrl" | "responseHeaders">): Promise<Cacheable> {
    const { now } = context;
    const page = await this.#recent.get("page", { now }, async () => this.make(context));
    return this.#pages.get(context, { locale: SOURCE_LOCALE, parts: [page] }, () => page);
  }
}
