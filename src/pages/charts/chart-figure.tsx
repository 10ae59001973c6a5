/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";

interface ChartFigureProps {
  /** Unique on the page; part of ids. */
  id: string;
  title: string;
  /** The drawing's content as a sentence, for readers who do not see it. */
  summary: ComponentChildren;
  /** Beside the title. */
  aside?: ComponentChildren;
  /** A sentence under the title. */
  note?: ComponentChildren;
  /** The same figures as a table, behind one click; null if a table is already beside the drawing. */
  table: JSX.Element | null;
  children: ComponentChildren;
}

/** The frame of every chart: its title, the drawing, and its figures as a table. */
export function ChartFigure({
  id,
  title,
  summary,
  aside,
  note,
  table,
  children,
}: ChartFigureProps): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <figure class="chart" id={id}>
      <figcaption>
        <span class="chart-title">{title}</span>
        {aside !== undefined && <span class="chart-aside">{aside}</span>}
      </figcaption>
      {note !== undefined && <p class="chart-note">{note}</p>}
      {children}
      <p class="visually-hidden" id={`${id}-summary`}>
        {summary}
      </p>
      {table !== null && (
        <details>
          <summary>
            {words.say("figures")}
            <span class="visually-hidden">: {title}</span>
          </summary>
          {table}
        </details>
      )}
    </figure>
  );
}

interface DrawingProps {
  /** The id of the enclosing ChartFigure, whose summary describes the drawing. */
  id: string;
  title: string;
  /** Drawn in these units, then stretched to the available width: only shapes and lines, no text. */
  width: number;
  height: number;
  className?: string;
  children: ComponentChildren;
}

export function Drawing({ id, title, width, height, className, children }: DrawingProps): JSX.Element {
  return (
    <svg
      class={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-describedby={`${id}-summary`}
    >
      <title>{title}</title>
      {children}
    </svg>
  );
}
