/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { EmptyState, PartnerLink, type Site, Table } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { type CallCounts, callersOf } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { DeprecationFacts } from "./deprecations-page.tsx";
import { newestFirst } from "./read.ts";
import type { Deprecation } from "./schedule.ts";

interface AdminParts {
  site: Site;
  deprecations: Deprecations;
  counts: CallCounts;
}

/** The operators' page of deprecations, with the partners that still call. */
export function deprecationPages({ site, deprecations, counts }: AdminParts): Operation[] {
  return [
    adminPage(site, {
      id: "adminDeprecationsPage",
      path: "/admin/deprecations",
      summary: "List deprecations with the partners that still call them",
      title: "Deprecations",
      content: ({ now }) => (
        <>
          <p>
            Partners that called in the last 30 days get the event <code>api.deprecation</code> 7 days and 1
            day before the sunset. Public pages name no partner:{" "}
            <a href="/developers/deprecations">public page</a>.
          </p>
          {deprecations.entries.length === 0 && (
            <EmptyState title="No endpoint is scheduled to be withdrawn.">
              <code>DEPRECATIONS_FILE</code> names a file that schedules them.
            </EmptyState>
          )}
          {newestFirst(deprecations).map((entry) => (
            <Callers key={entry.id} entry={entry} counts={counts} now={now} />
          ))}
        </>
      ),
    }),
  ];
}

interface CallersProps {
  entry: Deprecation;
  counts: CallCounts;
  now: number;
}

function Callers({ entry, counts, now }: CallersProps): JSX.Element {
  const callers = callersOf(counts, entry, now);
  return (
    <section aria-labelledby={entry.id}>
      <h2 id={entry.id}>{entry.title}</h2>
      <DeprecationFacts entry={entry} now={now} />
      {callers.length === 0 ? (
        <p>No partner called it in the last 30 days.</p>
      ) : (
        <Table
          caption={`Callers of ${entry.id}`}
          columns={[
            { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
            { head: "Calls in 30 days", numeric: true, cell: ({ calls }) => calls.toLocaleString("en") },
          ]}
          rows={callers}
          keyOf={({ partner }) => partner}
        />
      )}
    </section>
  );
}
