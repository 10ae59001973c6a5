/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import { Echo, RowCount } from "../../../http/input/list-shapes.ts";
import type { Operation } from "../../../http/operation.ts";
import { Nullable, OneOf, Text, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtcOrNull } from "../../../kit/clock.ts";
import { EmptyState, type Site, Table, Time } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";
import { KINDS } from "./hits.ts";
import { listHits, type SearchParts } from "./list-hits.ts";
import type { Places } from "./list-places.ts";
import { SHOWN } from "./store.ts";

const Results = Type.Object({
  query: Echo({ q: Type.String() }),
  count: RowCount,
  results: Type.Array(
    Type.Object({
      kind: OneOf(KINDS, { description: "Kind of the record." }),
      id: Type.String({ description: "Id of the record among those of its kind." }),
      title: Type.String({ description: "Title in one line." }),
      detail: Type.String({ description: "Further text that identifies the record." }),
      at: Nullable(Timestamp(), { description: "Time of creation; null if not shown." }),
      path: Nullable(Type.String(), { description: "The operators' page of the record." }),
    }),
    { description: "Records found, at most 20 of each kind." },
  ),
  requests_since: Type.Object(
    {
      successes: Nullable(Timestamp(), { description: "Time of the oldest remembered success." }),
      refusals: Nullable(Timestamp(), { description: "Time of the oldest remembered refusal." }),
    },
    {
      description:
        "Oldest requests in this process's memory: reads (successes) and all refusals. A time is null if there is none. Changes and refusals are also stored on disk. For older requests see the process's log.",
    },
  ),
});

/** The operators' search by id, code, name or address. */
export function searchRoutes(site: Site, parts: SearchParts, settings: Places["settings"]): Operation[] {
  return [
    adminView(site, {
      id: "searchDesk",
      path: "/admin/search",
      group: "ops",
      summary:
        "Search pages, actions, settings, partners, keys, users, wallets, request ids, ledger entries, deliveries, claims and links",
      outcome: "The records found, at most 20 of each kind.",
      description:
        "Ids, codes and references match exactly; a prefix such as user:, ext:, key: or entry: limits the search to one kind. Names and addresses match in part from three characters. Request ids of changes and refusals are stored for 30 days (3 days without credentials), with a limit per minute. Request ids of reads are found among the last 20,000 of this process (up to 100 per second), see `requests_since`.",
      title: "Search",
      query: Type.Object({
        q: Type.Optional(Text(200, { description: "The id, code, name or address to look for." })),
      }),
      response: Results,
      read: ({ query, reader: { role } }) => {
        const q = query.q?.trim() ?? "";
        const results = q === "" ? [] : listHits(parts, { site, role, settings }, q);
        const { successes, refusals } = parts.requests.reach();
        const requests_since = { successes: isoUtcOrNull(successes), refusals: isoUtcOrNull(refusals) };
        return { query: { q }, count: results.length, results, requests_since };
      },
      page: ({ query, results, requests_since: since }, { now }) => (
        <>
          <Found q={query.q} results={results} now={now} />
          <RequestReach since={since} now={now} />
        </>
      ),
    }),
  ];
}

function RequestReach({ since, now }: { since: Static<typeof Results>["requests_since"]; now: number }) {
  const shown = (at: string | null) => (at === null ? "none yet" : <Time at={Date.parse(at)} now={now} />);
  return (
    <p class="sources">
      Request ids of changes and refusals are stored for 30 days (3 days without credentials), with a limit
      per minute. In memory: all refusals since {shown(since.refusals)}, reads since {shown(since.successes)}{" "}
      (up to 100 per second). Others are in the log, as <code>request_id</code>.
    </p>
  );
}

function Found({ q, results, now }: { q: string; results: Static<typeof Results>["results"]; now: number }) {
  if (q === "")
    return (
      <EmptyState title="Enter an id, a code, a name or an address.">
        Searches pages, actions, settings, partners, keys, users, wallets, request ids, ledger entries,
        deliveries, claims and links.
      </EmptyState>
    );
  if (results.length === 0)
    return <EmptyState title={`No results for ${q}.`}>Ids and codes must match exactly.</EmptyState>;
  const full = KINDS.filter((kind) => results.filter((each) => each.kind === kind).length >= SHOWN);
  return (
    <>
      {full.length > 0 && (
        <p>
          Only the first {SHOWN} results of each kind are shown, and there may be more: enter more of the
          name, or look on the partner's page.
        </p>
      )}
      <Table
        caption={`Results for ${q}`}
        columns={[
          { head: "Kind", cell: ({ kind }) => kind.replaceAll("_", " ") },
          { head: "Id", cell: ({ id }) => <code>{id}</code> },
          {
            head: "Name",
            cell: ({ title, path }) => (
              <span class="roomy">{path === null ? title : <a href={path}>{title}</a>}</span>
            ),
          },
          { head: "Details", cell: ({ detail }) => <span class="roomy">{detail}</span> },
          { head: "Time", cell: ({ at }) => (at === null ? "" : <Time at={Date.parse(at)} now={now} />) },
        ]}
        rows={results.map((result, index) => ({ ...result, index }))}
        keyOf={({ index }) => index}
      />
    </>
  );
}
