/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { MINIAPP_PATHS } from "./paths.ts";
import type { MiniappWords } from "./words/index.ts";

interface ViewProps {
  words: MiniappWords;
}

export function WheelView({ words }: ViewProps): JSX.Element {
  return (
    <View id="spin-wheel" title={words.say("wheel_title")}>
      <div class="wheel-stage">
        <svg id="wheel" viewBox="-100 -100 200 200" role="img" aria-label={words.say("wheel")} />
        <svg class="pointer" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M2 2h16L10 18Z" />
        </svg>
      </div>
      <button type="button" id="spin" class="primary" disabled>
        {words.say("spin")}
      </button>
      <p id="spin-note" class="hint" />
      <p id="last-spin" class="hint" />
      <details>
        <summary>{words.say("odds")}</summary>
        <p id="return" class="hint" />
        <table id="odds">
          <thead>
            <tr>
              <th scope="col">{words.say("segment")}</th>
              <th scope="col" class="number">
                {words.say("chance")}
              </th>
            </tr>
          </thead>
          <tbody />
        </table>
      </details>
    </View>
  );
}

export function GridView({ words }: ViewProps): JSX.Element {
  return (
    <View id="recon-grid" title={words.say("grid_title")}>
      <p id="grid-rules" class="hint" />
      <fieldset id="cells" aria-label={words.say("grid_cells")} />
      <p id="grid-note" class="hint" />
      <button type="button" id="start" class="primary" disabled>
        {words.say("start_round")}
      </button>
      <p id="missile-note" class="hint" />
      <button type="button" id="abandon" hidden />
      <form id="buy">
        <label for="quantity">{words.say("missiles_to_buy")}</label>
        <input id="quantity" name="quantity" type="number" min="1" value="5" inputMode="numeric" />
        <button type="submit">{words.say("buy")}</button>
      </form>
    </View>
  );
}

export function MissionsView({ words }: ViewProps): JSX.Element {
  return (
    <View id="missions" title={words.say("missions_title")}>
      <p id="streak-note" class="hint" />
      <ol id="streak" aria-label={words.say("streak_days")} />
      <ul id="mission-list" class="cards" />
      <section id="missions-done" hidden>
        <h3>{words.say("missions_finished")}</h3>
        <ul id="mission-history" class="cards" />
      </section>
    </View>
  );
}

export function LeadersView({ words }: ViewProps): JSX.Element {
  return (
    <View id="leaders" title={words.say("leaders_title")}>
      <ol id="leader-list" class="ranks" />
      <p id="leader-note" class="hint" />
    </View>
  );
}

export function WalletView({ words }: ViewProps): JSX.Element {
  return (
    <View id="wallet" title={words.say("wallet_title")}>
      <ul id="wallet-list" class="cards" />
      <form id="challenge">
        <label for="address">{words.say("wallet_address")}</label>
        <input id="address" name="address" autocomplete="off" spellcheck={false} required />
        <button type="submit" class="primary">
          {words.say("wallet_get_text")}
        </button>
      </form>
      <form id="prove" hidden>
        <label for="text">{words.say("wallet_text")}</label>
        <textarea id="text" rows={8} readOnly />
        <label for="signature">{words.say("wallet_signature")}</label>
        <input id="signature" name="signature" autocomplete="off" spellcheck={false} required />
        <label for="claim-code">{words.say("wallet_claim_code")}</label>
        <input id="claim-code" name="claim_code" autocomplete="off" spellcheck={false} />
        <button type="submit" class="primary">
          {words.say("wallet_link")}
        </button>
      </form>
    </View>
  );
}

export function FairnessView({ words }: ViewProps): JSX.Element {
  return (
    <View id="fairness" title={words.say("fairness_title")}>
      <p>{words.say("fairness_how")}</p>
      <dl id="commitment" class="facts" />
      <form id="seed">
        <label for="client-seed">{words.say("your_seed")}</label>
        <input id="client-seed" name="client_seed" maxLength={64} autocomplete="off" spellcheck={false} />
        <button type="submit">{words.say("use_seed")}</button>
      </form>
      <button type="button" id="rotate" class="primary">
        {words.say("reveal_seed")}
      </button>
      <p id="revealed" class="hint" />
      <h3>{words.say("your_rounds")}</h3>
      <ul id="checked" class="cards" />
      <button type="button" id="older" hidden>
        {words.say("rounds_older")}
      </button>
      <p>
        <a href={MINIAPP_PATHS.verify}>{words.say("recompute_any")}</a>
      </p>
      <h3>{words.say("limit_title")}</h3>
      <form id="limit">
        <label for="daily-salutes">{words.say("limit_label")}</label>
        <input
          id="daily-salutes"
          name="daily_salutes"
          type="number"
          min="0"
          step="0.01"
          placeholder={words.say("limit_none")}
          inputMode="decimal"
        />
        <button type="submit">{words.say("limit_set")}</button>
      </form>
      <p id="limit-note" class="hint" />
      <p class="hint">{words.say("limit_rule")}</p>
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
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      {children}
    </section>
  );
}
