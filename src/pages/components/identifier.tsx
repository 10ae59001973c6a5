/** @jsxImportSource preact */

import type { JSX } from "preact";

/** A name of the interface, such as a setting or a rule; a line breaks inside it only if it is longer than the line. */
export function Identifier({ name }: { name: string }): JSX.Element {
  return <code class="identifier">{name}</code>;
}
