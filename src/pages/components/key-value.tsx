/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

/** Names and values, one pair per row. */
export function KeyValue({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="key-value">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
