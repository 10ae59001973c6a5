/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { MINIAPP_PATHS } from "./paths.ts";

export function WheelView(): JSX.Element {
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

export function GridView(): JSX.Element {
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

export function MissionsView(): JSX.Element {
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

export function LeadersView(): JSX.Element {
  return (
    <View id="leaders" title="Leaders of the week">
      <ol id="leader-list" class="ranks" />
      <p id="leader-note" class="hint" />
    </View>
  );
}

export function WalletView(): JSX.Element {
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

export function FairnessView(): JSX.Element {
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
