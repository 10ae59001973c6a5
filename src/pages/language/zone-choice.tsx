/** @jsxImportSource preact */

import type { JSX } from "preact";

/** Whether this browser shows times in UTC or in its own zone; appears if script runs. */
export function ZoneChoice(): JSX.Element {
  return (
    <fieldset class="zone-choice" data-remember="zone" hidden>
      <legend class="visually-hidden">Zone of times</legend>
      <label>
        <input type="radio" name="zone" value="utc" checked /> UTC
      </label>
      <label>
        <input type="radio" name="zone" value="local" /> my zone
      </label>
    </fieldset>
  );
}
