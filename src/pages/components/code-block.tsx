/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Highlight, type Language } from "./highlight.tsx";

interface CodeBlockProps {
  code: string;
  /** What it is, above the code: a file's name or a language. */
  label: string;
  /** The same text alone, for curl and for browsers without script. */
  href?: string;
  /** Unset: no colours. */
  language?: Language;
}

/** Text to be copied, verbatim. The button shows itself where script runs; else a click on the code selects it all. */
export function CodeBlock({ code, label, href, language }: CodeBlockProps): JSX.Element {
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
        <code>{language === undefined ? code : <Highlight code={code} language={language} />}</code>
      </pre>
    </figure>
  );
}
