/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import type { MiniappWords } from "./words/index.ts";

export interface ViewProps {
  words: MiniappWords;
}

/** A part of the app, with placeholders until its content is loaded. */
export function View({
  children,
  id,
  title,
}: {
  children: ComponentChildren;
  id: string;
  title: string;
}): JSX.Element {
  return (
    <section id={`view-${id}`} class="view" aria-labelledby={`title-${id}`} hidden>
      <h2 id={`title-${id}`} tabIndex={-1}>
        {title}
      </h2>
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      {children}
    </section>
  );
}
