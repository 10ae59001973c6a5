/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../kit/clock.ts";
import { relativeTime } from "../relative-time.ts";

/** An instant in UTC, with how far it is from `now` beside it. Both in Unix milliseconds. */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  const iso = isoUtc(at);
  return (
    <time dateTime={iso} title={iso}>
      {iso.slice(0, 10)} {iso.slice(11, 19)} UTC <small>({relativeTime(at, now)})</small>
    </time>
  );
}
