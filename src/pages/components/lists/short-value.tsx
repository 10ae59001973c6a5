/** @jsxImportSource preact */

import type { JSX } from "preact";

/** Characters shown at each end. */
const START = 6;
const END = 4;

interface ShortValueProps {
  value: string;
  /** Names the value for the copy button, such as "the address". */
  label: string;
}

/**
 * A long id or address by its two ends. The whole value shows on hover, is read aloud and is what gets copied, also by
 * selecting it; the button appears if script runs.
 */
export function ShortValue({ value, label }: ShortValueProps): JSX.Element {
  const isLong = value.length > START + END + 2;
  return (
    <span class="short-value" data-copied>
      <code title={value}>
        {isLong ? (
          <>
            <span class="short-start">{value.slice(0, START)}</span>
            <span class="visually-hidden">{value.slice(START, -END)}</span>
            {value.slice(-END)}
          </>
        ) : (
          value
        )}
      </code>{" "}
      <button type="button" data-copy hidden aria-label={`Copy ${label} ${value}`}>
        Copy
      </button>
    </span>
  );
}
