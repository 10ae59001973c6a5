/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { TAB_ICON } from "../../../pages/index.ts";
import { MINIAPP_PATHS } from "./paths.ts";

interface DocumentProps {
  title: string;
  /** Path of the page's script. */
  module: string;
  /** Whether a demo bot runs, which offers demo players outside of Telegram. */
  isDemo: boolean;
  children: ComponentChildren;
}

/** The HTML document of the mini-app's pages, without the site's navigation. */
export function MiniappDocument({ children, isDemo, module, title }: DocumentProps): JSX.Element {
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
        <link rel="icon" type="image/svg+xml" href={TAB_ICON.path} />
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
export function MiniappPage({ isDemo }: { isDemo: boolean }): JSX.Element {
  return (
    <MiniappDocument title="salute" module={MINIAPP_PATHS.app} isDemo={isDemo}>
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

function WheelView(): JSX.Element {
  return (
    <View id="spin-wheel" title="Spin the wheel">
      <div class="wheel-stage">
        <svg id="wheel" viewBox="-100 -100 200 200" role="img" aria-label="The wheel" />
        <svg class="pointer" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 2h16L10 18Z" />
        </svg>
      </div>
      <button type="button" id="spin" class="primary" disabled>
        Spin
      </button>
      <p id="spin-note" class="hint" />
      <p id="last-spin" class="hint" />
      <details>
        <summary>Odds</summary>
        <p id="return" class="hint" />
        <table id="odds">
          <thead>
            <tr>
              <th scope="col">Segment</th>
              <th scope="col" class="number">
                Chance
              </th>
            </tr>
          </thead>
          <tbody />
        </table>
      </details>
    </View>
  );
}

function GridView(): JSX.Element {
  return (
    <View id="recon-grid" title="Recon grid">
      <p id="grid-rules" class="hint" />
      <fieldset id="cells" aria-label="Cells of the grid" />
      <p id="grid-note" class="hint" />
      <button type="button" id="start" class="primary" disabled>
        Start a round
      </button>
      <p id="missile-note" class="hint" />
      <button type="button" id="abandon" hidden />
      <form id="buy">
        <label for="quantity">Missiles</label>
        <input id="quantity" name="quantity" type="number" min="1" value="5" inputMode="numeric" />
        <button type="submit">Buy</button>
      </form>
    </View>
  );
}

function MissionsView(): JSX.Element {
  return (
    <View id="missions" title="Missions">
      <p id="streak-note" class="hint" />
      <ol id="streak" aria-label="Days of the last four weeks" />
      <ul id="mission-list" class="cards" />
      <section id="missions-done" hidden>
        <h3>Finished</h3>
        <ul id="mission-history" class="cards" />
      </section>
    </View>
  );
}

function LeadersView(): JSX.Element {
  return (
    <View id="leaders" title="Leaders of the week">
      <ol id="leader-list" class="ranks" />
      <p id="leader-note" class="hint" />
    </View>
  );
}

function WalletView(): JSX.Element {
  return (
    <View id="wallet" title="Wallet">
      <ul id="wallet-list" class="cards" />
      <form id="challenge">
        <label for="address">Solana address</label>
        <input id="address" name="address" autocomplete="off" spellcheck={false} required />
        <button type="submit" class="primary">
          Get text to sign
        </button>
      </form>
      <form id="prove" hidden>
        <label for="text">Sign this text with your wallet. It is not a transaction.</label>
        <textarea id="text" rows={8} readOnly />
        <label for="signature">Signature</label>
        <input id="signature" name="signature" autocomplete="off" spellcheck={false} required />
        <label for="claim-code">Claim code (optional)</label>
        <input id="claim-code" name="claim_code" autocomplete="off" spellcheck={false} />
        <button type="submit" class="primary">
          Link wallet
        </button>
      </form>
    </View>
  );
}

function FairnessView(): JSX.Element {
  return (
    <View id="fairness" title="Fairness">
      <p>
        Before you play, the server commits to a secret seed. Each round combines the secret seed, your seed
        and a round number. After you reveal the secret seed, every round can be recomputed.
      </p>
      <dl id="commitment" class="facts" />
      <form id="seed">
        <label for="client-seed">Your seed</label>
        <input id="client-seed" name="client_seed" maxLength={64} autocomplete="off" spellcheck={false} />
        <button type="submit">Use this seed</button>
      </form>
      <button type="button" id="rotate" class="primary">
        Reveal the secret seed and check my rounds
      </button>
      <p id="revealed" class="hint" />
      <h3>Your rounds</h3>
      <ul id="checked" class="cards" />
      <button type="button" id="older" hidden>
        Older rounds
      </button>
      <p>
        <a href={MINIAPP_PATHS.verify}>Recompute any round</a>
      </p>
      <h3>Your limit</h3>
      <form id="limit">
        <label for="daily-salutes">Salutes to spend per day</label>
        <input
          id="daily-salutes"
          name="daily_salutes"
          type="number"
          min="0"
          step="0.01"
          placeholder="no limit"
          inputMode="decimal"
        />
        <button type="submit">Set</button>
      </form>
      <p id="limit-note" class="hint" />
      <p class="hint">A lower limit counts at once, a higher one from the next day (UTC).</p>
    </View>
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

function View({
  children,
  id,
  title,
}: {
  children: ComponentChildren;
  id: string;
  title: string;
}): JSX.Element {
  return (
    <section id={`view-${id}`} aria-labelledby={`title-${id}`} hidden>
      <h2 id={`title-${id}`} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
