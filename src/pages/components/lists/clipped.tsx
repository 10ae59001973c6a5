/** @jsxImportSource preact */

import type { JSX } from "preact";

/** A long text of a list on one line, whole on hover; on a narrow screen it wraps. */
export function Clipped({ text }: { text: string }): JSX.Element {
  return (
    <span class="clipped" title={text}>
      {text}
    </span>
  );
}
