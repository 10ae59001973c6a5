/** @jsxImportSource preact */

import type { JSX } from "preact";

/** Characters that each column has room for. */
const SHORT = 14;

/** A long text of a list on one line, whole on hover; on a narrow screen it wraps. */
export function Clipped({ text }: { text: string }): JSX.Element {
  if (text.length <= SHORT) return <>{text}</>;
  return (
    <span class="clipped" title={text}>
      {text}
    </span>
  );
}
