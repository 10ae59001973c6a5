/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Layout, type Site } from "../../../pages/index.ts";
import type { OpenApiDocument } from "../openapi/index.ts";
import { groupPath } from "./look-up.ts";

export interface ReferenceProps {
  site: Site;
  document: OpenApiDocument;
}

interface FrameProps extends ReferenceProps {
  title: string;
  description: string;
  /** Current group; null for the overview. */
  group: string | null;
  /** Anchors and titles of this page's sections, listed below the group. */
  sections: readonly (readonly [id: string, label: string])[];
  children: ComponentChildren;
}

/** Frame of every reference page: navigation with all groups and the sections of the current one. */
export function ReferenceFrame(props: FrameProps): JSX.Element {
  const { site, document, title, description, group, sections, children } = props;
  const path = group === null ? "/docs" : groupPath(group);
  const pages: [path: string, label: string][] = [
    ["/docs", "Overview"],
    ...document.tags.map(({ name }): [string, string] => [groupPath(name), name]),
    ["/docs/try", "Try it"],
  ];
  return (
    <Layout site={site} path={path} title={title} description={description}>
      <div class="with-contents">
        <nav class="contents reference-contents" aria-label="Reference">
          <ul>
            {pages.map(([each, label]) => (
              <li key={each}>
                <a href={each} aria-current={each === path ? "page" : undefined}>
                  {label}
                </a>
                {each === path && <Sections sections={sections} />}
              </li>
            ))}
          </ul>
        </nav>
        <div>{children}</div>
      </div>
    </Layout>
  );
}

function Sections({ sections }: Pick<FrameProps, "sections">): JSX.Element {
  return (
    <ul>
      {sections.map(([id, label]) => (
        <li key={id}>
          <a href={`#${id}`}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
