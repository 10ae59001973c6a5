/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { CodeBlock, Table } from "../../../pages/index.ts";

/**
 * Renders the subset of CommonMark that descriptions use: headings, paragraphs, lists, fenced code, and GFM's tables,
 * with inline code and strong text. Text after a fence's language is the block's label.
 */
export function Markdown({ text }: { text: string }): JSX.Element {
  return <>{blocks(text).map((block) => renderBlock(block))}</>;
}

/** Ids and titles of the second-level headings. */
export function headings(text: string): [id: string, title: string][] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => [headingId(title), title]);
}

function headingId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Splits text into blocks at empty lines outside of fences. */
function blocks(text: string): string[] {
  return (text.match(/^```[\s\S]*?^```|(?:(?!^```)^.+\n?)+/gm) ?? []).map((block) => block.trim());
}

function renderBlock(block: string): JSX.Element {
  if (block.startsWith("```")) {
    const [, label = ""] = /^```\w* ?(.*)/.exec(block) ?? [];
    return <CodeBlock key={block} label={label || "Text"} code={block.replaceAll(/^```.*\n|\n```$/g, "")} />;
  }
  if (block.startsWith("## ")) {
    const title = block.slice(3);
    return (
      <h2 key={block} id={headingId(title)}>
        <Inline text={title} />
      </h2>
    );
  }
  if (block.startsWith("- ")) {
    return (
      <ul key={block}>
        {block
          .split(/\n?^- /m)
          .slice(1)
          .map((item) => (
            <li key={item}>
              <Inline text={item} />
            </li>
          ))}
      </ul>
    );
  }
  if (block.startsWith("| ")) return <MarkdownTable key={block} text={block} />;
  return (
    <p key={block}>
      <Inline text={block} />
    </p>
  );
}

/** Renders a table: head, separator, rows. */
function MarkdownTable({ text }: { text: string }): JSX.Element {
  const [head = [], , ...rows] = text.split("\n").map((line) => line.slice(2, -2).split(" | "));
  return (
    <Table
      caption={head.join(", ")}
      columns={head.map((name, index) => ({
        head: name,
        cell: (row: string[]) => <Inline text={row[index] ?? ""} />,
      }))}
      rows={rows}
      keyOf={(row) => row.join()}
    />
  );
}

/** Renders `code` and **strong** within a line. */
export function Inline({ text }: { text: string }): JSX.Element {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return <>{parts.map((part, index) => inlinePart(part, index))}</>;
}

function inlinePart(part: string, index: number): ComponentChildren {
  if (part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>;
  if (part.startsWith("**")) return <strong key={index}>{part.slice(2, -2)}</strong>;
  return part;
}
