/** @jsxImportSource preact */

import type { JSX } from "preact";
import { isoUtc } from "../../kit/clock.ts";
import { formatDistance } from "../../kit/language/formats.ts";
import { SOURCE_LOCALE } from "../../kit/language/locale.ts";
import { useLocale } from "../language/page-language.tsx";
import { relativeTime } from "../relative-time.ts";

/**
 * The distance of a time from `now`, both in Unix milliseconds. The exact UTC time shows on hover, and is copied and
 * read aloud.
 */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  const locale = useLocale();
  const iso = isoUtc(at);
  const exact = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return (
    <time dateTime={iso} title={exact}>
      <span class="visually-hidden">{exact} (</span>
      {locale === SOURCE_LOCALE ? relativeTime(at, now) : formatDistance(at, { now, locale })}
      <span class="visually-hidden">)</span>
    </time>
  );
}
