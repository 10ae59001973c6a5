/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Site, Table } from "../../../pages/index.ts";

interface Followed {
  what: string;
  links: readonly (readonly [path: string, label: string])[];
}

const ROWS: readonly Followed[] = [
  {
    what: "Every operation, code and field",
    links: [
      ["/docs", "Reference"],
      ["/api/openapi.yaml", "OpenAPI, YAML"],
      ["/api/openapi.json", "JSON"],
    ],
  },
  {
    what: "What changed",
    links: [
      ["/developers/changelog", "Changelog"],
      ["/developers/changelog.json", "JSON"],
      ["/developers/changelog.rss", "RSS"],
    ],
  },
  {
    what: "What is withdrawn, and when",
    links: [
      ["/developers/deprecations", "Deprecations"],
      ["/developers/deprecations.json", "JSON"],
      ["/developers/deprecations.rss", "RSS"],
    ],
  },
  {
    what: "What to do then",
    links: [
      ["/developers/deprecations-playbook.md", "Playbook"],
      ["/developers/deprecations-playbook.json", "JSON"],
      ["/developers/migration-status.json", "Migration status"],
    ],
  },
  {
    what: "Headers that a call would carry",
    links: [
      [
        "/api/public/deprecations/header-simulator?endpoint=POST%20/api/salutes/credit",
        "Header simulator, for POST /api/salutes/credit",
      ],
    ],
  },
  { what: "Every error code", links: [["/developers/api-errors.json", "JSON"]] },
  { what: "Clients, with their hashes", links: [["/developers/sdk-manifest.json", "Manifest"]] },
];

/** Documents to watch; links to what is not in the build are left out. */
export function Follow({ site }: { site: Site }): JSX.Element {
  const isHere = (path: string) => site.paths.has(path.split("?")[0] ?? path);
  return (
    <section aria-labelledby="follow">
      <h2 id="follow">10. Keep up</h2>
      <Table
        caption="Documents for developers"
        columns={[
          { head: "What", cell: ({ what }) => what },
          {
            head: "Where",
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
        keyOf={({ what }) => what}
      />
    </section>
  );
}
