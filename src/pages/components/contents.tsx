/** @jsxImportSource preact */

import type { JSX } from "preact";

/** The sections of a long page, as links to their ids; beside the text if there is room. */
export function Contents({ items }: { items: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <nav class="contents" aria-label="On this page">
      <ul>
        {items.map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
