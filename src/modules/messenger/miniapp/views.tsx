/** @jsxImportSource preact */

import type { JSX } from "preact";
import { MINIAPP_PATHS } from "./paths.ts";
import { View, type ViewProps } from "./view.tsx";

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
      <p id="return" class="hint" />
      <p id="spin-note" class="hint" />
      <p id="last-spin" class="hint" />
      <details>
        <summary>{words.say("odds")}</summary>
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
      <div id="lesson" class="lesson" hidden>
        <p id="lesson-text" role="status" />
        <button type="button" id="skip-lesson">
          {words.say("lesson_skip")}
        </button>
      </div>
      <fieldset id="cells" aria-label={words.say("grid_cells")} />
      <p id="grid-note" class="hint" />
      <p id="grid-odds" class="hint" />
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
        <a id="recompute" href={MINIAPP_PATHS.verify}>
          {words.say("recompute_any")}
        </a>
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
