/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState, Table } from "../../../pages/index.ts";
import { Inline } from "./markdown.tsx";
import type { Hit } from "./search.ts";

/** Search form of the reference. */
export function SearchForm({ query }: { query: string }): JSX.Element {
  return (
    <search>
      <form action="/docs" method="get" class="search">
        <label for="q">Find operations, events, codes and fields</label>
        <div class="search-row">
          <input type="search" id="q" name="q" value={query} maxLength={100} />
          <button type="submit" class="button">
            Search
          </button>
        </div>
      </form>
    </search>
  );
}

/** Search results, best first. */
export function SearchResults({ query, hits }: { query: string; hits: readonly Hit[] }): JSX.Element {
  if (hits.length === 0)
    return (
      <EmptyState title={`No results for ${query}.`}>
        Try part of a path such as <code>ledger</code>, a code such as <code>rate_limited</code>, or a field.
      </EmptyState>
    );
  return (
    <Table
      caption={`Results for ${query}`}
      columns={[
        { head: "Name", cell: ({ name }) => <code>{name}</code> },
        { head: "Kind", cell: ({ kind }) => kind },
        { head: "Meaning", cell: ({ meaning }) => <Inline text={meaning} /> },
        { head: "Found in", cell: (hit) => <Places hit={hit} /> },
      ]}
      rows={hits}
      keyOf={({ kind, name }) => `${kind} ${name}`}
    />
  );
}

function Places({ hit: { places, count } }: { hit: Hit }): JSX.Element {
  return (
    <>
      {places.map(({ label, href }) => (
        <div key={href}>
          <a href={href}>{label}</a>
        </div>
      ))}
      {count > places.length && <small>and {count - places.length} more</small>}
    </>
  );
}
