/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../kit/language/locale.ts";
import { useWords } from "../language/page-language.tsx";
import { PAGE_WORDS } from "../words/index.ts";

export type Status = "ok" | "warn" | "bad" | "maintenance" | "unknown";

/**
 * A shape for each status, so that neither colour nor reading is needed. Made anew each time: an element that is kept
 * would keep the page in which it was last shown.
 */
const SHAPES: Record<Status, () => JSX.Element> = {
  ok: () => <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-1.2 10.2L3.9 8.3l1.2-1.2 1.7 1.7 4-4L12 6Z" />,
  warn: () => <path d="M8 1 .6 14.5h14.8Zm-.9 5h1.8v4.3H7.1Zm0 5.4h1.8v1.7H7.1Z" />,
  bad: () => (
    <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5Zm.9 3.7L4.7 5.9 6.8 8l-2.1 2.1 1.2 1.2L8 9.2l2.1 2.1 1.2-1.2L9.2 8l2.1-2.1-1.2-1.2L8 6.8Z" />
  ),
  maintenance: () => <path d="M1 1h14v14H1Zm4 3.5v7h2v-7Zm4 0v7h2v-7Z" />,
  unknown: () => (
    <path
      d="M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-dasharray="3 1.7"
    />
  ),
};

/** A status's name; what was not measured is said to be so where time is counted. */
export function stateWord(status: Status, locale: Locale): string {
  const words = PAGE_WORDS.in(locale);
  return words.say(status === "unknown" ? "not_measured" : `status_${status}`);
}

/** A status by colour, shape and word; the word is the status's name by default. */
export function StatusMark({ status, word }: { status: Status; word?: string }): JSX.Element {
  const words = useWords(PAGE_WORDS);
  return (
    <span class={`status status-${status}`}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {SHAPES[status]()}
      </svg>
      {word ?? words.say(`status_${status}`)}
    </span>
  );
}
