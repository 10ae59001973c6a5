/** @jsxImportSource preact */

import type { JSX } from "preact";
import { MINUTE_MS } from "../../../kit/clock.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import {
  BrandHead,
  LIVE_SCRIPT,
  PageLanguage,
  resolveBrand,
  type Site,
  STYLESHEET,
  StaleNote,
} from "../../../pages/index.ts";
import { STATUS_WORDS } from "../words/index.ts";
import { HeadlineMark, HeadlineText, headlineState, type StatusNow } from "./headline.tsx";

export const EMBED_PATH = "/status/embed";
/** After this time an open page asks for the state again. */
export const REFRESH_MS = MINUTE_MS;

/** The state of the service, for a frame in another site's page. */
export function StatusEmbed(props: StatusNow & { site: Site; locale: Locale }): JSX.Element {
  const { site, locale } = props;
  const words = STATUS_WORDS.in(locale);
  const brand = resolveBrand(site);
  return (
    <PageLanguage.Provider value={locale}>
      <html lang={locale}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{`${words.say("title")} · ${brand.name}`}</title>
          <meta name="description" content={words.say("about", { name: brand.name })} />
          <BrandHead brand={brand} stylesheet={STYLESHEET.path} />
          <script src={LIVE_SCRIPT.path} defer />
        </head>
        <body>
          <main
            class={`embedded overall overall-${headlineState(props)}`}
            data-live={EMBED_PATH}
            data-every={REFRESH_MS}
          >
            <StaleNote />
            <h1>
              <HeadlineMark {...props} />
            </h1>
            <HeadlineText {...props} />
            <p>
              <a href="/status" target="_blank" rel="noopener">
                {words.say("title")} · {brand.name}
              </a>
            </p>
          </main>
        </body>
      </html>
    </PageLanguage.Provider>
  );
}
