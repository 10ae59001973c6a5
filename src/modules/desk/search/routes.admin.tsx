/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { Nullable, OneOf, Text } from "../../../http/shapes.ts";
import { EmptyState, type Site, Table } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { find, KINDS, type SearchParts } from "./find.ts";

const Results = Type.Object({
  query: Type.Object({ q: Type.String() }),
  count: Type.Integer(),
  results: Type.Array(
    Type.Object({
      kind: OneOf(KINDS),
      id: Type.String(),
      title: Type.String(),
      detail: Type.String(),
      path: Nullable(Type.String(), { description: "The operators' page that shows more." }),
    }),
    { description: "At most 20 of each kind." },
  ),
});

/** Search over what operators are told of: an id, a code, a name, an address. */
export function searchRoutes(site: Site, parts: SearchParts): Operation[] {
  return [
    adminView(site, {
      id: "searchDesk",
      path: "/admin/search",
      group: "ops",
      summary:
        "Search partners, keys, users, wallets, request ids, ledger entries, deliveries, claims and links",
      description:
        "Ids, codes and references are found whole, names and addresses from three characters on. Request ids are those of the last 5,000 requests of this process.",
      title: "Search",
      query: Type.Object({ q: Type.Optional(Text(200)) }),
      response: Results,
      read: ({ query }) => {
        const q = query.q?.trim() ?? "";
        const results = q === "" ? [] : find(parts, q);
        return { query: { q }, count: results.length, results };
      },
      page: ({ query, results }) => <Found q={query.q} results={results} />,
    }),
  ];
}

function Found({ q, results }: { q: string; results: Static<typeof Results>["results"] }): JSX.Element {
  if (q === "")
    return (
      <EmptyState title="Enter an id, a code, a name or an address.">
        Partners, keys, users, wallets, request ids, ledger entries, deliveries, claims and links are
        searched.
      </EmptyState>
    );
  if (results.length === 0)
    return <EmptyState title={`Nothing bears ${q}.`}>Ids and codes are found whole.</EmptyState>;
  return (
    <Table
      caption={`What bears ${q}`}
      columns={[
        { head: "Kind", cell: ({ kind }) => kind.replaceAll("_", " ") },
        { head: "Id", cell: ({ id }) => <code>{id}</code> },
        {
          head: "What",
          cell: ({ title, path }) => (path === null ? title : <a href={path}>{title}</a>),
        },
        { head: "More", cell: ({ detail }) => detail },
      ]}
      rows={results.map((result, index) => ({ ...result, index }))}
      keyOf={({ index }) => index}
    />
  );
}
