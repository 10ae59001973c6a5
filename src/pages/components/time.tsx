/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../kit/clock.ts";
import { relativeTime } from "../relative-time.ts";

/**
 * The distance of a time from `now`, both in Unix milliseconds. The exact UTC time shows on hover, and is copied and
 * read aloud.
 */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  const iso = isoUtc(at);
  const exact = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return (
    <time dateTime={iso} title={exact}>
      <span class="visually-hidden">{exact} (</span>
      {relativeTime(at, now)}
      <span class="visually-hidden">)</span>
    </time>
  );
}
