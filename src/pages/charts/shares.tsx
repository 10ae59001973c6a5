/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { formatShare } from "../../kit/language/formats.ts";
import { Table } from "../components/lists/table.tsx";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";
import { ChartFigure, Drawing } from "./chart-figure.tsx";
import { coordinate } from "./scale.ts";

export interface Share {
  label: string;
  /** 0 to 1; all shares together are at most 1, and the rest stays empty. */
  share: number;
  /** The figure behind the share, as in the table: 1200.5. */
  value: string;
  /** Contents of the table's cells, instead of the texts. */
  cells?: Readonly<Record<"label" | "value" | "share", ComponentChildren>>;
}

interface SharesProps {
  id: string;
  title: string;
  summary: ComponentChildren;
  /** Beside the title, such as a link to the records. */
  aside?: ComponentChildren;
  /** The parts' kind, as the table's first head: Holder. */
  labelHead: string;
  /** The values' kind: Tokens. */
  valueHead: string;
  /** In drawing order; at most eight, the last often "Others". */
  parts: readonly Share[];
}

const WIDTH = 1000;
const GAP = 3;

/** A whole divided into parts of one bar, with a table of the same numbers beside it. */
export function Shares({ id, title, summary, aside, labelHead, valueHead, parts }: SharesProps): JSX.Element {
  const words = useWords(PAGE_WORDS);
  const percent = (share: number) => formatShare(share, words.locale);
  let left = 0;
  const drawn = parts.map((part, index) => {
    const x = left;
    left += part.share * WIDTH;
    return { ...part, number: index + 1, x, width: Math.max(1, left - x - GAP) };
  });
  return (
    <ChartFigure id={id} title={title} summary={summary} aside={aside} table={null}>
      <Drawing id={id} title={title} className="shares" width={WIDTH} height={32}>
        <rect class="chart-track" x={0} y={0} width={WIDTH} height={32} />
        {drawn.map(({ label, value, share, number, x, width }) => (
          <g key={label}>
            <title>{`${label}: ${value} (${percent(share)})`}</title>
            <rect class={`part-${number}`} x={coordinate(x)} y={0} width={coordinate(width)} height={32} />
          </g>
        ))}
      </Drawing>
      <Table
        caption={title}
        columns={[
          {
            head: labelHead,
            cell: ({ label, cells, number }) => (
              <span class="share-label">
                <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                  <rect class={`part-${number}`} width={12} height={12} rx={2} />
                </svg>
                {cells?.label ?? label}
              </span>
            ),
          },
          { head: valueHead, cell: ({ value, cells }) => cells?.value ?? value, numeric: true },
          {
            head: words.say("share"),
            cell: ({ share, cells }) => cells?.share ?? percent(share),
            numeric: true,
          },
        ]}
        rows={drawn}
        keyOf={({ number }) => number}
      />
    </ChartFigure>
  );
}
