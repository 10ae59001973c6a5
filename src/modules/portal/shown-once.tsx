/** @jsxImportSource preact */

import type { JSX } from "preact";
import { KeyValue, Secret } from "../../pages/index.ts";

interface ShownOnceProps {
  /** Name and value of its owner, such as a key. */
  of: readonly [name: string, value: string];
  secret: string;
  /** The page to go on to. */
  to: string;
}

/** A new secret, which cannot be read again. */
export function ShownOnce({ of: [name, value], secret, to }: ShownOnceProps): JSX.Element {
  return (
    <>
      <p class="lead">This secret is shown only once. Store it where your other secrets are.</p>
      <KeyValue
        rows={[
          [
            name,
            <span key="of" class="anywhere">
              {value}
            </span>,
          ],
          ["Secret", <Secret key="secret" value={secret} label="the secret" />],
        ]}
      />
      <p>
        <a href={to}>Go on</a>
      </p>
    </>
  );
}
