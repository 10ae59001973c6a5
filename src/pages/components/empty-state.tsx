/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

/** Shown in place of an empty list: `title` says what will appear, the children how to create it. */
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
