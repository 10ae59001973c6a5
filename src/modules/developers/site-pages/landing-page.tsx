/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../../kit/language/locale.ts";
import { type Brand, Layout, resolveBrand, type Site, useWords } from "../../../pages/index.ts";
import { HeadlineMark, HeadlineText, type StatusNow } from "../../status/system/index.ts";
import type { Summary } from "../../transparency/overview/index.ts";
import { FRONT_WORDS } from "../words/index.ts";
import { HoldersPart } from "./holders-part.tsx";
import { DevelopersPart, WaysIn } from "./ways-in.tsx";

export interface LandingPageProps {
  site: Site;
  locale: Locale;
  status: StatusNow;
  /** Null for points only. */
  summary: Summary | null;
  /** Where the mini-app opens; null without a bot. */
  miniappUrl: string | null;
  now: number;
}

/** The front page, by what visitors come for: holders first, then players, fans, operators and developers. */
export function LandingPage(props: LandingPageProps): JSX.Element {
  const { site, locale, status, summary, miniappUrl, now } = props;
  const brand = resolveBrand(site);
  const { name } = brand;
  const words = FRONT_WORDS.in(locale);
  return (
    <Layout
      site={site}
      path="/"
      locale={locale}
      title={brand.isOwn ? name : `${name}: ${words.say("title")}`}
      description={brand.text ?? words.say(summary === null ? "about_points" : "about", { name })}
    >
      <div class="hero">
        <Introduction brand={brand} />
        <Works status={status} />
      </div>
      {summary !== null && <HoldersPart summary={summary} now={now} />}
      <WaysIn site={site} miniappUrl={miniappUrl} />
      <DevelopersPart site={site} />
    </Layout>
  );
}

/** The project in its own words with its links, or the product. */
function Introduction({ brand: { isOwn, links, name, text } }: { brand: Brand }): JSX.Element {
  const words = useWords(FRONT_WORDS);
  return (
    <div>
      <h1>{isOwn ? name : words.say("title")}</h1>
      {text !== null && <p class="lead">{text}</p>}
      <p class={text === null ? "lead" : undefined}>
        {isOwn ? words.say("project_lead") : words.say("product_lead", { name })}
      </p>
      {links.length > 0 && (
        <p class="door-links">
          {links.map(({ label, url }) => (
            <a key={url} class="button" href={url} rel="noreferrer">
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

function Works({ status }: { status: StatusNow }): JSX.Element {
  const words = useWords(FRONT_WORDS);
  return (
    <div class="doors">
      <section id="works">
        <h2>{words.say("works")}</h2>
        <p>
          <HeadlineMark {...status} />
        </p>
        <HeadlineText {...status} />
        <p class="door-links">
          <a href="/status">{words.say("works_link")}</a>
        </p>
      </section>
    </div>
  );
}
