/** @jsxImportSource preact */

import type { JSX } from "preact";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";
import { Highlight, type Language } from "./highlight.tsx";

interface CodeBlockProps {
  code: string;
  /** The title above the code: a file's name or a language. */
  label: string;
  /** Link to the plain text, for curl and for browsers without script. */
  href?: string;
  /** Without it, no colours. */
  language?: Language;
}

/** Text to copy verbatim. The button appears if script runs; otherwise a click on the code selects all of it. */
export function CodeBlock({ code, label, href, language }: CodeBlockProps): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <span class="code-actions">
          <span class="scriptless">{words.say("click_selects")}</span>
          {href !== undefined && <a href={href}>Plain text</a>}
          <button
            type="button"
            data-copy={words.say("copied")}
            hidden
            aria-label={words.say("copy_what", { what: label })}
          >
            {words.say("copy")}
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
