/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { LOCALE_NAMES, LOCALES } from "../../../kit/language/locale.ts";
import type { Brand } from "../../../pages/index.ts";
import { MINIAPP_PATHS } from "./paths.ts";
import { LeadersView, MissionsView, ShopView, WalletView } from "./player-views.tsx";
import { FairnessView, GridView, WheelView } from "./views.tsx";
import type { MiniappWords } from "./words/index.ts";

interface DocumentProps {
  brand: Brand;
  title: string;
  /** Path of the page's script. */
  module: string;
  /** Whether a demo bot runs, which offers demo players outside of Telegram. */
  isDemo: boolean;
  words: MiniappWords;
  children: ComponentChildren;
}

/** The HTML document of the mini-app's pages, without the site's navigation. */
export function MiniappDocument({
  brand,
  children,
  isDemo,
  module,
  title,
  words,
}: DocumentProps): JSX.Element {
  return (
    <html lang={words.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={words.say("about")} />
        <link rel="icon" type={brand.icon.mediaType.split(";")[0]} href={brand.icon.path} />
        <link rel="stylesheet" href={MINIAPP_PATHS.stylesheet} />
        <link rel="modulepreload" href={MINIAPP_PATHS.draws} />
        <script type="module" src={module} />
      </head>
      <body data-demo={isDemo ? "1" : undefined}>{children}</body>
    </html>
  );
}

const VIEWS = [
  {
    id: "spin-wheel",
    label: "tab_wheel",
    icon: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v9m0 0 7.8 4.5M12 12l-7.8 4.5",
  },
  { id: "recon-grid", label: "tab_grid", icon: "M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h6v6h-6Z" },
  { id: "missions", label: "tab_missions", icon: "M5 21V4m0 1h12l-2.5 4L17 13H5" },
  { id: "leaders", label: "tab_leaders", icon: "M5 20v-7m7 7V5m7 15v-10" },
  { id: "wallet", label: "tab_wallet", icon: "M4 7h15v12H4ZM4 7l11-3v3m1 6h3" },
  { id: "fairness", label: "tab_fairness", icon: "M12 4v16M6 20h12M5 8h14M5 8l-2.5 6h5Zm14 0-2.5 6h5Z" },
] as const;

interface PageProps {
  brand: Brand;
  isDemo: boolean;
  words: MiniappWords;
}

/** The mini-app's static page; its script fills it, and reads its texts from there. */
export function MiniappPage({ brand, isDemo, words }: PageProps): JSX.Element {
  return (
    <MiniappDocument {...{ brand, isDemo, words }} title={brand.name} module={MINIAPP_PATHS.app}>
      <template id="words">{JSON.stringify(words.messages)}</template>
      {isDemo && (
        <aside class="demo" aria-label={words.say("demo_players")}>
          <span>{words.say("demo")}</span>
          {["Ada", "Ben", "Chloe"].map((name, index) => (
            <button key={name} type="button" data-demo-player={index + 1} aria-pressed="false">
              {name}
            </button>
          ))}
        </aside>
      )}
      <header>
        <h1>{brand.name}</h1>
        <button type="button" id="sound" class="icon" aria-pressed="false" aria-label={words.say("sound")}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M4 9v6h4l5 4V5L8 9Z" />
            <path class="waves" d="M16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12" />
          </svg>
        </button>
        <button type="button" data-view="shop" class="icon" aria-label={words.say("shop_title")}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M5 8h14l-1 12H6ZM9 10V7a3 3 0 0 1 6 0v3" />
          </svg>
        </button>
        <dl class="balances" aria-label={words.say("balances")}>
          <Balance id="salutes" label={words.say("balance_salutes")} />
          <Balance id="missiles" label={words.say("balance_missiles")} />
          <Balance id="free-spins" label={words.say("balance_free_spins")} />
        </dl>
      </header>
      <noscript>
        <p class="note">{words.say("needs_script")}</p>
      </noscript>
      <p id="offline" class="note" role="status" hidden>
        {words.say("offline")}
      </p>
      <main>
        <WheelView words={words} />
        <GridView words={words} />
        <MissionsView words={words} />
        <LeadersView words={words} />
        <WalletView words={words} />
        <ShopView words={words} />
        <FairnessView words={words} />
      </main>
      <Languages words={words} />
      <div class="toast">
        <p id="message" role="status" aria-live="polite" />
        <button type="button" id="retry" hidden>
          {words.say("retry")}
        </button>
      </div>
      <nav aria-label={words.say("parts")}>
        {VIEWS.map(({ icon, id, label }) => (
          <button key={id} type="button" data-view={id}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d={icon} />
            </svg>
            {words.say(label)}
          </button>
        ))}
      </nav>
    </MiniappDocument>
  );
}

/** Links that the script keeps in Telegram's launch. */
export function Languages({ words }: { words: MiniappWords }): JSX.Element {
  return (
    <aside class="languages" aria-label={words.say("language")}>
      {LOCALES.map((locale) => (
        <a
          key={locale}
          href={`?lang=${locale}`}
          lang={locale}
          hreflang={locale}
          aria-current={locale === words.locale ? "true" : undefined}
        >
          {LOCALE_NAMES[locale]}
        </a>
      ))}
    </aside>
  );
}

function Balance({ id, label }: { id: string; label: string }): JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd id={`balance-${id}`}>–</dd>
    </div>
  );
}
