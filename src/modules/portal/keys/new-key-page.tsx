/** @jsxImportSource preact */

import type { JSX } from "preact";
import { fromHundredths } from "../../../kit/money.ts";
import { Action, Choice, Choices, Field } from "../../../pages/index.ts";
import type { KeyBounds } from "../own-keys.ts";
import { PATH } from "./keys-page.tsx";

/** The form that creates a key, with its bounds. */
export function NewKey({ bounds, csrfToken }: { bounds: KeyBounds; csrfToken: string }): JSX.Element {
  const ranges = bounds.ranges.filter((each) => each.length > 0).map((each) => each.join(", "));
  return (
    <>
      <p class="lead">
        The operators permit at most {bounds.maxKeys} active keys
        {bounds.dailyCreditLimit !== null && (
          <>
            , each new one with at most {fromHundredths(bounds.dailyCreditLimit).toLocaleString("en")} salutes
            of credits a day
          </>
        )}
        .
      </p>
      <Action to={PATH} csrfToken={csrfToken} label="Create key" main>
        <Choice
          name="mode"
          label="Mode"
          options={[
            ["sandbox", "sandbox: for tests; nothing live changes"],
            ["live", "live"],
          ]}
        />
        <Choices
          name="scopes"
          legend="Scopes"
          options={bounds.scopes.map((scope) => [scope, scope] as const)}
          values={bounds.scopes}
        />
        <Field
          name="allowed_ips"
          label="Allowed addresses"
          required={ranges.length > 0}
          note={
            ranges.length === 0
              ? "IP addresses or CIDR ranges, separated by commas. Leave it empty to allow every address."
              : `IP addresses or CIDR ranges, separated by commas, within ${ranges.join(" and within ")}.`
          }
        />
      </Action>
    </>
  );
}
