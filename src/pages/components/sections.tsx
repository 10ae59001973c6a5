/** @jsxImportSource preact */

import type { JSX } from "preact";

interface SectionsProps {
  /** What the links choose, for assistive technology. */
  label: string;
  links: readonly (readonly [path: string, label: string])[];
  /** Path of the link for the present page. */
  current: string;
}

/** Links between pages, or states of one page, of which one is shown. */
export function Sections({ label, links, current }: SectionsProps): JSX.Element {
  return (
    <nav aria-label={label}>
      <ul class="sections">
        {links.map(([path, name]) => (
          <li key={path}>
            <a href={path} aria-current={path === current ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
