/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { Operation } from "../../../http/operation.ts";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  numberColumn,
  PartnerLink,
  type Site,
  StatusMark,
  Table,
  timeColumn,
} from "../../../pages/index.ts";
import type { Caller } from "../../access/usage/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { type CallCounts, listCallers } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { DeprecationFacts } from "./deprecations-page.tsx";
import { newestFirst } from "./read.ts";
import { daysLeft, deriveStatus } from "./rules.ts";
import type { Deprecation } from "./schedule.ts";

const PATH = "/admin/deprecations";

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
      path: PATH,
      summary: "List deprecations with the partners that still call them",
      title: "Deprecations",
      query: Type.Object(ShownQuery),
      content: ({ query, now }) => {
        const listed = newestFirst(deprecations).map((entry) => ({
          entry,
          callers: listCallers(counts, entry, now),
        }));
        return (
          <>
            <p>
              Partners that called in the last 30 days get the event <code>api.deprecation</code> 7 days and 1
              day before the sunset. Public pages name no partner:{" "}
              <a href="/developers/deprecations">public page</a>.
            </p>
            <DataTable
              caption="Deprecations, latest sunset first"
              list={new ListAddress(PATH, query)}
              columns={columnsAt(now)}
              rows={listed}
              keyOf={({ entry }) => entry.id}
            >
              <EmptyState title="No endpoint is scheduled to be withdrawn.">
                <code>DEPRECATIONS_FILE</code> names a file that schedules them.
              </EmptyState>
            </DataTable>
            {listed.map((each) => (
              <Callers key={each.entry.id} {...each} now={now} />
            ))}
          </>
        );
      },
    }),
  ];
}

interface Listed {
  entry: Deprecation;
  callers: readonly Caller[];
}

function columnsAt(now: number): DataColumn<Listed>[] {
  return [
    {
      id: "deprecation",
      head: "Deprecation",
      value: ({ entry }) => entry.title,
      cell: ({ entry }) => (
        <a href={`#${entry.id}`}>
          <Clipped text={entry.title} />
        </a>
      ),
    },
    {
      id: "status",
      head: "Status",
      isMain: true,
      value: ({ entry }) => deriveStatus(entry, now),
      cell: ({ entry }) => {
        const status = deriveStatus(entry, now);
        return <StatusMark status={status === "announced" ? "ok" : "warn"} word={status} />;
      },
    },
    numberColumn({ id: "days", head: "Days left", value: ({ entry }) => daysLeft(entry, now) }),
    timeColumn({ id: "sunset", head: "Sunset", at: ({ entry }) => entry.sunsetAt, now }),
    numberColumn({ id: "partners", head: "Partners calling", value: ({ callers }) => callers.length }),
    numberColumn({
      id: "calls",
      head: "Calls in 30 days",
      value: ({ callers }) => callers.reduce((sum, { calls }) => sum + calls, 0),
    }),
    {
      id: "endpoints",
      head: "Endpoints",
      isExtra: true,
      value: ({ entry }) => entry.endpoints.map(({ method, path }) => `${method} ${path}`).join(", "),
    },
  ];
}

function Callers({ entry, callers, now }: Listed & { now: number }): JSX.Element {
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
