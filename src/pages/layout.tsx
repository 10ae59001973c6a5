/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { type Locale, SOURCE_LOCALE } from "../kit/language/locale.ts";
import {
  CHOICES_SCRIPT,
  COPY_SCRIPT,
  LISTS_SCRIPT,
  LIVE_SCRIPT,
  LOCAL_TIMES_SCRIPT,
  PALETTE_SCRIPT,
  PASSKEY_SCRIPT,
  STYLESHEET,
  UPLOAD_SCRIPT,
} from "./assets.ts";
import type { Brand } from "./brand/brand.ts";
import { BrandHead, PreviewTags } from "./brand/brand-head.tsx";
import { Banner } from "./components/banner.tsx";
import { Explorer } from "./components/identifier.tsx";
import { LanguageLinks } from "./language/language-links.tsx";
import { PageLanguage, useWords } from "./language/page-language.tsx";
import { ZoneChoice } from "./language/zone-choice.tsx";
import { navigation, resolveBrand, type Site } from "./site.ts";
import { PAGE_WORDS } from "./words/index.ts";

interface LayoutProps {
  site: Site;
  /** The page's own title; the brand's name is added. */
  title: string;
  /** One sentence for search engines and previews. */
  description: string;
  /** The page's path, by which the navigation marks it and search engines know it; empty for an error. */
  path: string;
  /** Whether signed-in operators read the page. */
  isForOperators?: boolean;
  /** Whether search engines are to leave it out, which must not list personal pages. */
  isUnlisted?: boolean;
  /** Whether another site's page frames it: then it has no links to our pages that refuse that. */
  isEmbedded?: boolean;
  /** Whether a part of the page keeps itself up to date. */
  isLive?: boolean;
  /** Whether people sign in here. */
  usesPasskeys?: boolean;
  /** The reader's language, of a page that speaks several; other pages are English. */
  locale?: Locale;
  /** Path of an additional ES module of the page. */
  module?: string;
  children: ComponentChildren;
}

/** The frame of every page: head, skip link, navigation, main, footer. */
export function Layout(props: LayoutProps): JSX.Element {
  const { site, title, description, path, isForOperators = false, isUnlisted = isForOperators } = props;
  const {
    isEmbedded = false,
    locale = SOURCE_LOCALE,
    usesPasskeys = false,
    isLive = isForOperators,
    module,
    children,
  } = props;
  const brand = resolveBrand(site);
  const words = PAGE_WORDS.in(locale);
  return (
    <PageLanguage.Provider value={locale}>
      <html lang={locale}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{path === "/" ? title : `${title} · ${brand.name}`}</title>
          <meta name="description" content={description} />
          {isUnlisted && <meta name="robots" content="noindex" />}
          {!isUnlisted && path !== "" && site.baseUrl !== undefined && (
            <PreviewTags
              {...{ brand, title, description, path }}
              locale={props.locale}
              baseUrl={site.baseUrl()}
            />
          )}
          <BrandHead brand={brand} stylesheet={STYLESHEET.path} />
          <script src={COPY_SCRIPT.path} defer />
          <script src={CHOICES_SCRIPT.path} defer />
          {isForOperators && <script src={LISTS_SCRIPT.path} defer />}
          {isForOperators && <script src={UPLOAD_SCRIPT.path} defer />}
          {isLive && <script src={LIVE_SCRIPT.path} defer />}
          {isForOperators && <script src={PALETTE_SCRIPT.path} defer />}
          {isForOperators && <script type="module" src={LOCAL_TIMES_SCRIPT.path} />}
          {(isForOperators || usesPasskeys) && <script src={PASSKEY_SCRIPT.path} defer />}
          {module !== undefined && <script type="module" src={module} />}
        </head>
        <body>
          <a class="skip" href={isForOperators ? "#content" : "#main"}>
            {words.say("skip")}
          </a>
          {isEmbedded ? (
            <Banner site={site} isForOperators={false} />
          ) : (
            <Header {...{ site, brand, path, isForOperators }} />
          )}
          <main id="main" tabIndex={-1}>
            <Explorer.Provider value={site.explorerUrl ?? null}>{children}</Explorer.Provider>
          </main>
          <Footer
            site={site}
            brand={brand}
            hasLanguages={props.locale !== undefined}
            hasZoneChoice={isForOperators}
          />
        </body>
      </html>
    </PageLanguage.Provider>
  );
}

/** The pages are folded on a narrow screen until their button is pressed. */
function Header({
  site,
  brand,
  path,
  isForOperators,
}: Required<Pick<LayoutProps, "site" | "path" | "isForOperators">> & { brand: Brand }) {
  const words = useWords(PAGE_WORDS);
  return (
    <header class="site-header">
      <div class="frame">
        <a class="brand" href="/" aria-current={path === "/" ? "page" : undefined}>
          <Mark brand={brand} />
          {brand.name}
        </a>
        <input type="checkbox" id="menu-open" class="menu-switch" />
        <label for="menu-open" class="menu-label">
          {words.say("menu")}
        </label>
        <nav aria-label={words.say("main_navigation")}>
          <ul>
            {navigation(site).map((each) => (
              <li key={each.path}>
                <a href={each.path} aria-current={isUnder(path, each.path) ? "page" : undefined}>
                  {words.say(each.label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Banner site={site} isForOperators={isForOperators} />
    </header>
  );
}

function Mark({ brand: { logoFile } }: { brand: Brand }): JSX.Element {
  if (logoFile !== null) return <img src={logoFile.path} alt="" height="24" />;
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M3.5 12.5 12 4.5l8.5 8M3.5 19.5l8.5-8 8.5 8" />
    </svg>
  );
}

function isUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

interface FooterProps {
  site: Site;
  brand: Brand;
  hasLanguages: boolean;
  hasZoneChoice: boolean;
}

function Footer({ site, brand, hasLanguages, hasZoneChoice }: FooterProps): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <footer class="site-footer">
      <div class="frame">
        {brand.links.map(({ label, url }) => (
          <a key={url} href={url} rel="noreferrer">
            {label}
          </a>
        ))}
        <span>salute {site.version}</span>
        {site.installation?.().isProduction === true && <span>{words.say("production")}</span>}
        {site.chainMode !== null && <span>{words.say(`chain_${site.chainMode}`)}</span>}
        <span data-zone={words.say("times_local", { zone: "{zone}" })}>{words.say("times_utc")}</span>
        {hasZoneChoice && <ZoneChoice />}
        {hasLanguages && <LanguageLinks />}
      </div>
    </footer>
  );
}
