/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatFigure } from "../../kit/figures.ts";
import { Table } from "../components/lists/table.tsx";
import { ChartFigure, Drawing } from "./chart-figure.tsx";
import { coordinate, scaleFor } from "./scale.ts";

export interface CountBar {
  /** The counted range or item: 0 to 5. */
  label: string;
  count: number;
}

interface BarsProps {
  id: string;
  title: string;
  summary: string;
  note?: string;
  /** The bars' kind, as the table's first head: Salutes. */
  labelHead: string;
  /** The counted kind: Players. */
  countHead: string;
  /** In order, from the left. */
  bars: readonly CountBar[];
  /** Whether each bar shows its label and count, for few bars with short labels; otherwise the first and last label. */
  isLabelled?: boolean;
}

const WIDTH = 1000;
const HEIGHT = 160;
const FILL = 0.86;

/** Counts of several items: one bar each, side by side, with the figures as a table. */
export function Bars(props: BarsProps): JSX.Element {
  const { id, title, summary, note, labelHead, countHead, bars, isLabelled = false } = props;
  const { max } = scaleFor(bars.map(({ count }) => count));
  const step = WIDTH / Math.max(1, bars.length);
  const rows = bars.map((bar, index) => ({ ...bar, index }));
  const table = (
    <Table
      caption={title}
      columns={[
        { head: labelHead, cell: ({ label }) => label },
        { head: countHead, numeric: true, cell: ({ count }) => formatFigure(count) },
      ]}
      rows={rows}
      keyOf={({ index }) => index}
    />
  );
  return (
    <ChartFigure id={id} title={title} summary={summary} note={note} table={table}>
      <Drawing id={id} title={title} className="count-bars" width={WIDTH} height={HEIGHT}>
        <path class="chart-grid" d={`M0 ${HEIGHT}H${WIDTH}`} />
        {rows.map(({ label, count, index }) => {
          const height = (count / max) * HEIGHT;
          return (
            <rect
              key={index}
              class="part-2"
              x={coordinate(index * step + (step * (1 - FILL)) / 2)}
              y={coordinate(HEIGHT - height)}
              width={coordinate(step * FILL)}
              height={coordinate(height)}
            >
              <title>{`${label}: ${formatFigure(count)}`}</title>
            </rect>
          );
        })}
      </Drawing>
      {isLabelled ? (
        <div class="chart-ends chart-labels" aria-hidden="true">
          {rows.map(({ label, count, index }) => (
            <span key={index}>
              {label} <strong>{formatFigure(count)}</strong>
            </span>
          ))}
        </div>
      ) : (
        <div class="chart-ends" aria-hidden="true">
          <span>{bars.at(0)?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </div>
      )}
    </ChartFigure>
  );
}
