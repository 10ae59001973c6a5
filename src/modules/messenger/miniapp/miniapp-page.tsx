/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import type { Brand } from "../../../pages/index.ts";
import { MINIAPP_PATHS } from "./paths.ts";
import { FairnessView, GridView, LeadersView, MissionsView, WalletView, WheelView } from "./views.tsx";

interface DocumentProps {
  brand: Brand;
  title: string;
  /** Path of the page's script. */
  module: string;
  /** Whether a demo bot runs, which offers demo players outside of Telegram. */
  isDemo: boolean;
  children: ComponentChildren;
}

/** The HTML document of the mini-app's pages, without the site's navigation. */
export function MiniappDocument({ brand, children, isDemo, module, title }: DocumentProps): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta
          name="description"
          content="Spin the wheel and search the grid. Every round can be recomputed."
        />
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
    label: "Wheel",
    icon: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0v9m0 0 7.8 4.5M12 12l-7.8 4.5",
  },
  { id: "recon-grid", label: "Grid", icon: "M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h6v6h-6Z" },
  { id: "missions", label: "Missions", icon: "M5 21V4m0 1h12l-2.5 4L17 13H5" },
  { id: "leaders", label: "Leaders", icon: "M5 20v-7m7 7V5m7 15v-10" },
  { id: "wallet", label: "Wallet", icon: "M4 7h15v12H4ZM4 7l11-3v3m1 6h3" },
  { id: "fairness", label: "Fairness", icon: "M12 4v16M6 20h12M5 8h14M5 8l-2.5 6h5Zm14 0-2.5 6h5Z" },
] as const;

/** The mini-app's static page; its script fills it. */
export function MiniappPage({ brand, isDemo }: { brand: Brand; isDemo: boolean }): JSX.Element {
  return (
    <MiniappDocument brand={brand} title={brand.name} module={MINIAPP_PATHS.app} isDemo={isDemo}>
      {isDemo && (
        <aside class="demo" aria-label="Demo players">
          <span>Demo</span>
          {["Ada", "Ben", "Chloe"].map((name, index) => (
            <button key={name} type="button" data-demo-player={index + 1} aria-pressed="false">
              {name}
            </button>
          ))}
        </aside>
      )}
      <header>
        <h1>salute</h1>
        <dl class="balances" aria-label="Your balances">
          <Balance id="salutes" label="Salutes" />
          <Balance id="missiles" label="Missiles" />
          <Balance id="free-spins" label="Free spins" />
        </dl>
      </header>
      <noscript>
        <p class="note">The games need JavaScript. Enable it for this page, or open the app from Telegram.</p>
      </noscript>
      <p id="message" class="note" role="status" aria-live="polite" />
      <main>
        <WheelView />
        <GridView />
        <MissionsView />
        <LeadersView />
        <WalletView />
        <FairnessView />
      </main>
      <nav aria-label="Parts of the app">
        {VIEWS.map(({ icon, id, label }) => (
          <button key={id} type="button" data-view={id}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d={icon} />
            </svg>
            {label}
          </button>
        ))}
      </nav>
    </MiniappDocument>
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
