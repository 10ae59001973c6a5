/** @jsxImportSource preact */

import type { JSX } from "preact";

/** An HTTP method, as a word in a frame: those that change something stand out. */
export function Method({ method }: { method: string }): JSX.Element {
  return <span class={method === "GET" ? "method" : "method method-change"}>{method}</span>;
}
