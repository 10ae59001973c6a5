/** @jsxImportSource preact */

import type { JSX } from "preact";
import { AUDITS_PATH } from "../paths.ts";

/** Links to the JSON and CSV documents of a section. */
export function Sources({ paths }: { paths: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <p class="sources">
      {paths.map(([path, label], index) => (
        <>
          {index > 0 && ", "}
          <a href={`${AUDITS_PATH}/${path.replace(/\?$/, "")}`}>{label}</a>
        </>
      ))}
    </p>
  );
}
