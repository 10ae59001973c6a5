/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatFigure, sum } from "../../../kit/figures.ts";
import { Tiles } from "../../../pages/index.ts";
import { addressSince, DELIVERIES, LEDGER } from "./lists.ts";
import type { Values } from "./range.ts";
import { MAX_DELIVERIES_COUNTED, type Period } from "./read-period.ts";

/** Totals of the range, each compared with the range before. */
export function PeriodFigures({ period }: { period: Period }): JSX.Element {
  const { requests, errors, serverErrors, p95, created, dead, entries, settled, audits } = period;
  const { words } = period.span.range;
  const measured = p95.now.filter((each) => each !== null);
  const newest = measured.at(-1);
  const audit = audits.at(-1);
  const [all, refused] = [sum(requests.now), sum(errors.now)];
  const share = all === 0 ? 0 : Math.round((refused / all) * 1_000) / 10;
  return (
    <Tiles
      tiles={[
        { label: "Requests", value: describeTotal(requests), note: describeChange(requests, words) },
        {
          label: "Errors",
          value: <a href="/admin/ops/digest#errors">{describeTotal(errors)}</a>,
          note: `${share} %, ${formatFigure(sum(serverErrors.now))} of them 5xx; ${describeChange(errors, words)}`,
        },
        {
          label: "p95, newest",
          value: newest === undefined ? "none" : milliseconds(newest),
          ...(newest === undefined ? {} : { note: `at most ${milliseconds(Math.max(...measured))}` }),
        },
        {
          label: "Deliveries",
          value: (
            <a href={addressSince(DELIVERIES, period.span)}>
              {describeTotal(created, MAX_DELIVERIES_COUNTED)}
            </a>
          ),
          note: `dead letters: ${formatFigure(sum(dead.now))}; ${describeChange(created, words, MAX_DELIVERIES_COUNTED)}`,
        },
        {
          label: "Credits and debits",
          value: <a href={addressSince(LEDGER, period.span)}>{formatFigure(sum(entries.now))}</a>,
          note: describeChange(entries, words),
        },
        {
          label: "Settlements",
          value: <a href="/admin/settlements">{formatFigure(sum(settled.now))}</a>,
          note: describeChange(settled, words),
        },
        {
          label: "Anomalies",
          value: audit === undefined ? "none" : <a href="/admin/transparency">{formatFigure(audit.rows)}</a>,
          note: audit === undefined ? "no daily audit yet" : `audit of ${audit.label}`,
        },
      ]}
    />
  );
}

type Counts = Values<number | null>;

/** A total, "or more" if a point is not measured or was counted only up to the limit. */
export function describeTotal({ now }: Counts, limit = Number.POSITIVE_INFINITY): string {
  const isWhole = now.every((each) => each !== null && each < limit);
  return `${formatFigure(sum(now))}${isWhole ? "" : " or more"}`;
}

/** The change of a total against the range before, in words; the limit is that of a point's count. */
export function describeChange(
  { now, before }: Counts,
  words: string,
  limit = Number.POSITIVE_INFINITY,
): string {
  const points = [...now, ...before];
  if (points.includes(null)) return `not measured in the ${words} before`;
  if (points.some((each) => each !== null && each >= limit))
    return `too many to compare with the ${words} before`;
  const [current, past] = [sum(now), sum(before)];
  if (past === 0) return current === 0 ? `none in the ${words} before either` : `none in the ${words} before`;
  if (current === past) return `as many as in the ${words} before`;
  const percent = formatFigure(Math.abs(((current - past) / past) * 100));
  return `${percent} % ${current > past ? "more" : "less"} than in the ${words} before`;
}

export function milliseconds(value: number): string {
  return `${Number(value.toPrecision(3))} ms`;
}
