/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Table } from "../../../pages/index.ts";
import { type Endpoint, groupPath, selectEndpoints } from "./look-up.ts";
import { headings, Markdown } from "./markdown.tsx";
import { Method } from "./method.tsx";
import { ReferenceFrame, type ReferenceProps } from "./reference-frame.tsx";
import type { Hit } from "./search.ts";
import { SearchForm, SearchResults } from "./search-section.tsx";

interface OverviewProps extends ReferenceProps {
  /** Current search; null without one. */
  search: { query: string; hits: readonly Hit[] } | null;
}

/** General rules, then all operations by group, folded: there are hundreds. */
export function OverviewPage({ site, document, search }: OverviewProps): JSX.Element {
  const { info, tags } = document;
  const groups = tags
    .map((tag) => ({ ...tag, endpoints: selectEndpoints(document, tag.name) }))
    .filter(({ endpoints }) => endpoints.length > 0);
  return (
    <ReferenceFrame
      site={site}
      document={document}
      title="Reference"
      description="Every operation of the API with its parameters, answers and errors."
      group={null}
      sections={[...headings(info.description), ["operations", "All operations"]]}
    >
      <h1>Reference</h1>
      <p>
        Version {info.version}, generated from the OpenAPI document: <a href="/api/openapi.yaml">YAML</a>,{" "}
        <a href="/api/openapi.json">JSON</a>, <a href="/api/openapi-transparency.yaml">transparency only</a>.
        As Markdown: <a href="/docs/guide.md">the rules</a>,{" "}
        <a href="/docs/reference.md">operations for partners</a>, and each group by its page.
      </p>
      <p>
        With your key's operations, signed before they are sent, for{" "}
        <a href="/developers/collections/bruno.zip">Bruno</a> or{" "}
        <a href="/developers/collections/postman.json">Postman</a> (with its{" "}
        <a href="/developers/collections/postman-environment.json">environment</a>).
      </p>
      <SearchForm query={search?.query ?? ""} />
      {search !== null && <SearchResults {...search} />}
      <Markdown text={info.description} />
      <h2 id="operations">All operations</h2>
      {groups.map(({ name, description, endpoints }) => (
        <details key={name} id={`group-${name}`}>
          <summary>
            <strong>{name}</strong>, {endpoints.length}: {description}
          </summary>
          <p>
            <a href={groupPath(name)}>Parameters, answers and errors of {name}</a>
          </p>
          <OperationTable group={name} endpoints={endpoints} />
        </details>
      ))}
    </ReferenceFrame>
  );
}

function OperationTable({ group, endpoints }: { group: string; endpoints: Endpoint[] }): JSX.Element {
  return (
    <Table
      caption={`Operations of ${group}`}
      columns={[
        { head: "Method", cell: ({ method }) => <Method method={method} /> },
        {
          head: "Path",
          cell: ({ path, operation }) => (
            <a href={`${groupPath(group)}#${operation.operationId}`}>
              <code>{path}</code>
            </a>
          ),
        },
        { head: "Summary", cell: ({ operation }) => operation.summary },
      ]}
      rows={endpoints}
      keyOf={({ operation }) => operation.operationId}
    />
  );
}
