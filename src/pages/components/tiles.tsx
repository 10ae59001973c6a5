/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

interface Tile {
  label: string;
  value: ComponentChildren;
  note?: string;
}

/** Figures that are read first. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }): JSX.Element {
  return (
    <dl class="tiles">
      {tiles.map(({ label, note, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note !== undefined && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
