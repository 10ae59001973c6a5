/** @jsxImportSource preact */

import type { JSX } from "preact";

/** A value to copy; the button appears if script runs. */
export function Secret({ value, label }: { value: string; label: string }): JSX.Element {
  return (
    <span data-copied>
      <code>{value}</code>{" "}
      <button type="button" data-copy hidden aria-label={`Copy ${label}`}>
        Copy
      </button>
    </span>
  );
}
