import type { ComponentChildren, JSX } from "preact";
import { isoUtc } from "../kit/clock.ts";
import { relativeTime } from "./relative-time.ts";

export type Status = "ok" | "warn" | "bad" | "maintenance" | "unknown";

/** A shape for each status, so that neither colour nor reading is needed to tell them apart. */
const SHAPES: Record<Status, JSX.Element> = {
  ok: <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-1.2 10.2L3.9 8.3l1.2-1.2 1.7 1.7 4-4L12 6Z" />,
  warn: <path d="M8 1 .6 14.5h14.8Zm-.9 5h1.8v4.3H7.1Zm0 5.4h1.8v1.7H7.1Z" />,
  bad: (
    <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Zm.9 3.7L4.7 5.9 6.8 8l-2.1 2.1 1.2 1.2L8 9.2l2.1 2.1 1.2-1.2L9.2 8l2.1-2.1-1.2-1.2L8 6.8Z" />
  ),
  maintenance: <path d="M1 1h14v14H1Zm4 3.5v7h2v-7Zm4 0v7h2v-7Z" />,
  unknown: (
    <path
      d="M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-dasharray="3 1.7"
    />
  ),
};

/** A status by colour, shape and word; the word is the status's own unless another says more. */
export function StatusMark({ status, word = status }: { status: Status; word?: string }): JSX.Element {
  return (
    <span class={`status status-${status}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {SHAPES[status]}
      </svg>
      {word}
    </span>
  );
}

interface CodeBlockProps {
  code: string;
  /** What it is, above the code: a file's name or a language. */
  label: string;
  /** The same text alone, for curl and for browsers without script. */
  href?: string;
}

/** Text to be copied, verbatim. The button shows itself where script runs; else a click on the code selects it all. */
export function CodeBlock({ code, label, href }: CodeBlockProps): JSX.Element {
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <span class="code-actions">
          <span class="scriptless">one click selects all</span>
          {href !== undefined && <a href={href}>Plain text</a>}
          <button type="button" data-copy hidden aria-label={`Copy ${label}`}>
            Copy
          </button>
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/** An instant in UTC, with how far it is from `now` beside it. Both in Unix milliseconds. */
export function Time({ at, now }: { at: number; now: number }): JSX.Element {
  const iso = isoUtc(at);
  return (
    <time dateTime={iso} title={iso}>
      {iso.slice(0, 10)} {iso.slice(11, 19)} UTC <small>({relativeTime(at, now)})</small>
    </time>
  );
}

/** Names and values, a pair a row. */
export function KeyValue({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="key-value">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  /** Right-aligned, in tabular figures. */
  numeric?: boolean;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/** Rows under heads; on a narrow screen each row becomes a block, each cell with its head before it. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): JSX.Element {
  return (
    <table>
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, numeric }) => (
            <th key={head} scope="col" class={numeric ? "numeric" : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, numeric }) => (
              <td key={head} data-head={head} class={numeric ? "numeric" : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What stands where nothing is yet: `title` says what will appear, the children how to make it appear. */
export function EmptyState({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <div>{children}</div>
    </div>
  );
}

export interface Tab {
  /** Unique among the page's tabs of this name; a part of ids. */
  id: string;
  label: string;
  content: ComponentChildren;
}

/** One of several contents at a time, at most six, chosen by radio buttons: no script. On paper all of them show. */
export function Tabs({
  name,
  legend,
  tabs,
}: {
  name: string;
  legend: string;
  tabs: readonly Tab[];
}): JSX.Element {
  return (
    <fieldset class="tabs">
      <legend class="visually-hidden">{legend}</legend>
      {tabs.map(({ id, label }, index) => [
        <input key={id} type="radio" name={name} id={`${name}-${id}`} defaultChecked={index === 0} />,
        <label key={`${id} label`} for={`${name}-${id}`}>
          {label}
        </label>,
      ])}
      {tabs.map(({ id, content }) => (
        <div key={id} class="tab-panel">
          {content}
        </div>
      ))}
    </fieldset>
  );
}
