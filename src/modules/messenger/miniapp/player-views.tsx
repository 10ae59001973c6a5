/** @jsxImportSource preact */

import type { JSX } from "preact";
import { View, type ViewProps } from "./view.tsx";

/** The parts around the games: missions and friends, leaders, shop, wallet. */

export function MissionsView({ words }: ViewProps): JSX.Element {
  return (
    <View id="missions" title={words.say("missions_title")}>
      <p id="streak-note" class="hint" />
      <ol id="streak" aria-label={words.say("streak_days")} />
      <ul id="mission-list" class="cards" />
      <form id="promo" class="line">
        <label for="promo-code">{words.say("promo_label")}</label>
        <input
          id="promo-code"
          name="code"
          maxLength={64}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          required
        />
        <button type="submit">{words.say("promo_redeem")}</button>
      </form>
      <h3>{words.say("invite_title")}</h3>
      <p id="invite-note" class="hint" />
      <div class="invitation">
        <img id="invite-code" alt={words.say("invite_code")} width="132" height="132" />
        <div>
          <label for="invite-link">{words.say("invite_link")}</label>
          <input id="invite-link" readOnly />
          <button type="button" id="share" class="primary">
            {words.say("share")}
          </button>
          <button type="button" id="copy-link">
            {words.say("copy_link")}
          </button>
        </div>
      </div>
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

export function ShopView({ words }: ViewProps): JSX.Element {
  return (
    <View id="shop" title={words.say("shop_title")}>
      <p id="shop-closed" class="hint">
        {words.say("shop_closed")}
      </p>
      <Offer item="missile" title={words.say("shop_missiles")} words={words} />
      <Offer item="spin" title={words.say("shop_spins")} words={words} />
      <p class="hint">{words.say("shop_limit")}</p>
    </View>
  );
}

function Offer({ item, title, words }: ViewProps & { item: string; title: string }): JSX.Element {
  return (
    <form id={`shop-${item}`} data-item={item} class="offer" hidden>
      <h3>{title}</h3>
      <p id={`${item}-return`} class="hint" />
      <div class="line">
        <label for={`${item}-quantity`}>{words.say("shop_quantity")}</label>
        <input id={`${item}-quantity`} name="quantity" type="number" min="1" value="3" inputMode="numeric" />
        <button type="submit" class="pay">
          {words.say("buy")}
        </button>
      </div>
      <p id={`shop-${item}-note`} class="hint" />
    </form>
  );
}

export function WalletView({ words }: ViewProps): JSX.Element {
  return (
    <View id="wallet" title={words.say("wallet_title")}>
      <ul id="wallet-list" class="cards" />
      <p class="hint">{words.say("wallet_how")}</p>
      <button type="button" data-wallet="phantom" class="primary">
        {words.say("wallet_open", { app: "Phantom" })}
      </button>
      <button type="button" data-wallet="solflare" class="primary">
        {words.say("wallet_open", { app: "Solflare" })}
      </button>
      <details>
        <summary>{words.say("wallet_by_hand")}</summary>
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
          <button type="button" id="copy-text">
            {words.say("copy_text")}
          </button>
          <label for="signature">{words.say("wallet_signature")}</label>
          <input id="signature" name="signature" autocomplete="off" spellcheck={false} required />
          <label for="claim-code">{words.say("wallet_claim_code")}</label>
          <input id="claim-code" name="claim_code" autocomplete="off" spellcheck={false} />
          <button type="submit" class="primary">
            {words.say("wallet_link")}
          </button>
        </form>
      </details>
    </View>
  );
}
