/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";

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
