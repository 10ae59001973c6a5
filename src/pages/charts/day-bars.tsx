/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { type Status, stateWord } from "../components/status-mark.tsx";
import { useLocale } from "../language/page-language.tsx";
import { ChartFigure, Drawing } from "./chart-figure.tsx";
import { coordinate } from "./scale.ts";

/** One day, or another span of the same length as its neighbours. */
export interface Bar {
  /** The day, such as 2026-11-21. */
  label: string;
  status: Status;
  /** The measurement in a few words: shown with the day when a pointer rests on the bar. */
  words: string;
}

interface DayBarsProps {
  id: string;
  title: string;
  summary: string;
  aside?: ComponentChildren;
  /** A sentence under the title. */
  note?: ComponentChildren;
  /** Oldest first. */
  bars: readonly Bar[];
  table: JSX.Element;
}

const HEIGHT = 32;
/** A bar and the gap after it take one unit. */
const BAR = 0.74;

/** A silhouette for each status, so that bars differ without colour: whole, pointed, broken, striped, short. */
const SHAPES: Record<Status, readonly (readonly [top: number, bottom: number])[]> = {
  ok: [[0, HEIGHT]],
  warn: [[12, HEIGHT]],
  bad: [
    [0, 12],
    [20, HEIGHT],
  ],
  maintenance: [
    [0, 7],
    [12.5, 19.5],
    [25, HEIGHT],
  ],
  unknown: [[26, HEIGHT]],
};

/** One bar per day, side by side, oldest at the left. */
export function DayBars({ id, title, summary, aside, note, bars, table }: DayBarsProps): JSX.Element {
  const [first, last] = [bars.at(0)?.label ?? "", bars.at(-1)?.label ?? ""];
  return (
    <ChartFigure id={id} title={title} summary={summary} aside={aside} note={note} table={table}>
      <Drawing id={id} title={title} className="day-bars" width={Math.max(1, bars.length)} height={HEIGHT}>
        {bars.map((bar, index) => (
          <path key={bar.label} class={`bar-${bar.status}`} d={silhouette(bar.status, index + (1 - BAR) / 2)}>
            <title>{`${bar.label}: ${bar.words}`}</title>
          </path>
        ))}
      </Drawing>
      <div class="chart-ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </ChartFigure>
  );
}

function silhouette(status: Status, left: number): string {
  const [x, right] = [coordinate(left), coordinate(left + BAR)];
  const blocks = SHAPES[status].map(([top, bottom]) => `M${x} ${top}H${right}V${bottom}H${x}Z`).join("");
  const point = status === "warn" ? `M${x} 12L${coordinate(left + BAR / 2)} 0L${right} 12Z` : "";
  return point + blocks;
}

const STATUSES: readonly Status[] = ["ok", "warn", "bad", "maintenance", "unknown"];

/** Legend of the silhouettes of day bars. */
export function DayBarsLegend(): JSX.Element {
  const locale = useLocale();
  return (
    <ul class="chart-legend">
      {STATUSES.map((status) => (
        <li key={status}>
          <svg
            viewBox={`0 0 1 ${HEIGHT}`}
            width="8"
            height="16"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path class={`bar-${status}`} d={silhouette(status, (1 - BAR) / 2)} />
          </svg>
          {stateWord(status, locale)}
        </li>
      ))}
    </ul>
  );
}
