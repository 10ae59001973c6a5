/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Site, Table } from "../../../pages/index.ts";

interface DocumentRow {
  topic: string;
  links: readonly (readonly [path: string, label: string])[];
}

const ROWS: readonly DocumentRow[] = [
  {
    topic: "All operations, codes and fields",
    links: [
      ["/docs", "Reference"],
      ["/api/openapi.yaml", "OpenAPI, YAML"],
      ["/api/openapi.json", "JSON"],
    ],
  },
  {
    topic: "Changes",
    links: [
      ["/developers/changelog", "Changelog"],
      ["/developers/changelog.json", "JSON"],
      ["/developers/changelog.rss", "RSS"],
    ],
  },
  {
    topic: "Endpoints to be withdrawn",
    links: [
      ["/developers/deprecations", "Deprecations"],
      ["/developers/deprecations.json", "JSON"],
      ["/developers/deprecations.rss", "RSS"],
    ],
  },
  {
    topic: "How to migrate",
    links: [
      ["/developers/deprecations-playbook.md", "Playbook"],
      ["/developers/deprecations-playbook.json", "JSON"],
      ["/developers/migration-status.json", "Migration status"],
    ],
  },
  {
    topic: "Deprecation headers of a call",
    links: [
      [
        "/api/public/deprecations/header-simulator?endpoint=POST%20/api/salutes/credit",
        "Header simulator, for POST /api/salutes/credit",
      ],
    ],
  },
  { topic: "All error codes", links: [["/developers/api-errors.json", "JSON"]] },
  { topic: "Clients with their hashes", links: [["/developers/sdk-manifest.json", "Manifest"]] },
];

/** Documents to follow; links that the build lacks are left out. */
export function Follow({ site }: { site: Site }): JSX.Element {
  const isHere = (path: string) => site.paths.has(path.split("?")[0] ?? path);
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">10. Stay up to date</h2>
      <Table
        caption="Documents for developers"
        columns={[
          { head: "Topic", cell: ({ topic }) => topic },
          {
            head: "Documents",
            cell: ({ links }) =>
              links
                .filter(([path]) => isHere(path))
                .map(([path, label], index) => (
                  <>
                    {index > 0 && " · "}
                    <a href={path}>{label}</a>
                  </>
                )),
          },
        ]}
        rows={ROWS}
        keyOf={({ topic }) => topic}
      />
    </section>
  );
}
