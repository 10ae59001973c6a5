/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { StatusMark } from "./status-mark.tsx";

/** An error, above the form concerned. */
export function Alert({ word, children }: { word: string; children: ComponentChildren }): JSX.Element {
  return (
    <p class="alert" role="alert">
      <StatusMark status="bad" word={word} /> {children}
    </p>
  );
}
