/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Table } from "../components/lists/table.tsx";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";
import { ChartFigure, Drawing } from "./chart-figure.tsx";
import { coordinate, scaleFor } from "./scale.ts";

export interface Series {
  name: string;
  /** One value per label, from 0; null if nothing was measured: the line breaks there. */
  values: readonly (number | null)[];
}

interface LineChartProps {
  id: string;
  title: string;
  summary: ComponentChildren;
  /** A sentence under the title. */
  note?: ComponentChildren;
  /** Beside the title, such as a link to the records. */
  aside?: ComponentChildren;
  /** The labels' kind, as the table's first head: Hour. */
  labelHead: string;
  /** One label per point, oldest first. */
  labels: readonly string[];
  /** At most four: each has its own stroke. */
  series: readonly Series[];
  /** A value in axis, legend and table: 12 ms. */
  format: (value: number) => string;
  /** Contents of the table's cells and of the legend's values, instead of the texts; by index of series and label. */
  cells?: {
    label: (index: number) => ComponentChildren;
    value?: (series: number, index: number) => ComponentChildren;
  };
}

const WIDTH = 1000;
const HEIGHT = 200;

/**
 * Lines over time from 0, distinguished by colour and stroke, with the newest value in the legend; a point's values are
 * shown on hover.
 */
export function LineChart(props: LineChartProps): JSX.Element {
  const { id, title, summary, aside, note, labels, series, format, cells } = props;
  const { max, ticks } = scaleFor(series.flatMap(({ values }) => values.filter((each) => each !== null)));
  const xOf = (index: number) => coordinate((index / Math.max(1, labels.length - 1)) * WIDTH);
  const yOf = (value: number) => coordinate(HEIGHT - (value / max) * HEIGHT);
  const words = useWords(PAGE_WORDS);
  const width = coordinate(WIDTH / Math.max(1, labels.length - 1));
  const shownAt = ({ values }: Series, index: number) => {
    const value = values[index] ?? null;
    return value === null ? words.say("not_measured") : format(value);
  };
  return (
    <ChartFigure
      id={id}
      title={title}
      summary={summary}
      aside={aside}
      note={note}
      table={<Figures {...props} />}
    >
      <Legend series={series} format={format} cells={cells} />
      <div class="line-plot">
        <div class="line-axis" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        <Drawing id={id} title={title} width={WIDTH} height={HEIGHT}>
          {ticks.map((tick) => (
            <path key={tick} class="chart-grid" d={`M0 ${yOf(tick)}H${WIDTH}`} />
          ))}
          {series.map(({ name, values }, index) => (
            <path key={name} class={`series series-${index + 1}`} d={pathOf(values, xOf, yOf)} />
          ))}
          {series.map(({ name, values }, index) => (
            <path key={name} class={`series series-${index + 1} series-dots`} d={dotsOf(values, xOf, yOf)} />
          ))}
          {labels.map((label, index) => (
            <rect
              key={label}
              x={coordinate(xOf(index) - width / 2)}
              width={width}
              height={HEIGHT}
              fill="none"
              pointer-events="all"
            >
              <title>
                {[label, ...series.map((each) => `${each.name}: ${shownAt(each, index)}`)].join("\n")}
              </title>
            </rect>
          ))}
        </Drawing>
      </div>
      <div class="chart-ends line-ends" aria-hidden="true">
        <span>{labels.at(0)}</span>
        {labels.length > 1 && <span>{labels.at(-1)}</span>}
      </div>
    </ChartFigure>
  );
}

/** One stroke per run of measured points. */
function pathOf(
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string {
  let path = "";
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    path += `${isMeasured(values, index - 1) ? "L" : "M"}${xOf(index)} ${yOf(value)}`;
  }
  return path;
}

/**
 * A dot for each point without a neighbour, which would otherwise be invisible: a stroke of no length, with round
 * ends.
 */
function dotsOf(
  values: readonly (number | null)[],
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): string {
  return values
    .map((value, index) => {
      const isAlone = !isMeasured(values, index - 1) && !isMeasured(values, index + 1);
      return value === null || !isAlone ? "" : `M${xOf(index)} ${yOf(value)}h0`;
    })
    .join("");
}

function isMeasured(values: readonly (number | null)[], index: number): boolean {
  return (values[index] ?? null) !== null;
}

function Legend({ series, format, cells }: Pick<LineChartProps, "series" | "format" | "cells">): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <ul class="chart-legend">
      {series.map(({ name, values }, index) => {
        const at = values.findLastIndex((value) => value !== null);
        const newest = values[at] ?? null;
        const shown =
          newest === null ? words.say("not_measured") : (cells?.value?.(index, at) ?? format(newest));
        return (
          <li key={name}>
            <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
              <path class={`series series-${index + 1}`} d="M1 4H23" />
            </svg>
            {name} <strong>{shown}</strong>
          </li>
        );
      })}
    </ul>
  );
}

function Figures({ title, labelHead, labels, series, format, cells }: LineChartProps): JSX.Element {
  const words = useWords(PAGE_WORDS);
  const rows = labels.map((label, index) => ({ label, index })).toReversed();
  return (
    <Table
      caption={title}
      columns={[
        { head: labelHead, cell: ({ label, index }) => cells?.label(index) ?? label },
        ...series.map(({ name, values }, at) => ({
          head: name,
          numeric: true,
          cell: ({ index }: { index: number }) => {
            const value = values[index] ?? null;
            return value === null ? words.say("not_measured") : (cells?.value?.(at, index) ?? format(value));
          },
        })),
      ]}
      rows={rows}
      keyOf={({ index }) => index}
    />
  );
}
