/** @jsxImportSource preact */

import type { JSX } from "preact";

/** An HTTP method as a label; methods that change state are highlighted. */
export function Method({ method }: { method: string }): JSX.Element {
  return <span class={method === "GET" ? "method" : "method method-change"}>{method}</span>;
}
