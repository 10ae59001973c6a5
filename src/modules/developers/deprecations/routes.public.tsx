/** @jsxImportSource preact */

import { Cacheable } from "../../../http/answers/answer.ts";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import { rssFeed } from "../../../kit/formats/rss.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import type { CallCounts } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { DeprecationsPage } from "./deprecations-page.tsx";
import { DEPRECATION_ERRORS } from "./errors.ts";
import {
  DeprecationList,
  MigrationQuery,
  MigrationStatus,
  Playbook,
  Simulation,
  SimulatorQuery,
} from "./model.ts";
import { playbookMarkdown, readPlaybook } from "./playbook.ts";
import {
  changedAt,
  findByEndpoint,
  newestFirst,
  readDeprecationList,
  readMigrationStatus,
  requireDeprecation,
  simulate,
} from "./read.ts";
import { buildHelpUrl, deriveStatus } from "./rules.ts";

const MAX_AGE_SECONDS = 60;
const GROUP = "developers";

export interface DeprecationParts {
  site: Site;
  deprecations: Deprecations;
  counts: CallCounts;
  startedAt: number;
}

/** Public documents about deprecations. None of them names a partner. */
export function deprecationRoutes(parts: DeprecationParts): Operation[] {
  const { deprecations, startedAt } = parts;
  return [
    readOperation({
      id: "listDeprecations",
      method: "GET",
      path: "/developers/deprecations.json",
      group: GROUP,
      summary: "List deprecations",
      outcome: "The deprecations, past ones too.",
      description: "Operators schedule deprecations; the build itself has none.",
      access: anyone(),
      response: DeprecationList,
      validators: true,
      read: ({ now }) => cacheable(parts, readDeprecationList(deprecations, now), now),
    }),
    readOperation({
      id: "getDeprecationsRss",
      method: "GET",
      path: "/developers/deprecations.rss",
      group: GROUP,
      summary: "Read deprecations as RSS",
      access: anyone(),
      response: { mediaType: "application/rss+xml", description: "The deprecations as a feed." },
      validators: true,
      read: ({ now }) =>
        cacheable(parts, deprecationsFeed(deprecations, changedAt(deprecations, startedAt, now), now), now),
    }),
    ...playbookRoutes(parts),
    ...migrationRoutes(parts),
    pageRoute(parts),
  ];
}

function playbookRoutes(parts: DeprecationParts): Operation[] {
  const { deprecations } = parts;
  return [
    readOperation({
      id: "getDeprecationsPlaybook",
      method: "GET",
      path: "/developers/deprecations-playbook.json",
      group: GROUP,
      summary: "Read the playbook for deprecations",
      access: anyone(),
      response: Playbook,
      validators: true,
      read: ({ now }) => cacheable(parts, readPlaybook(deprecations, now), now),
    }),
    readOperation({
      id: "getDeprecationsPlaybookMarkdown",
      method: "GET",
      path: "/developers/deprecations-playbook.md",
      group: GROUP,
      summary: "Read the playbook as Markdown",
      access: anyone(),
      response: { mediaType: "text/markdown", description: "The playbook as Markdown." },
      validators: true,
      read: ({ now }) => cacheable(parts, playbookMarkdown(readPlaybook(deprecations, now)), now),
    }),
  ];
}

/** Migration status, and the simulator of headers. */
function migrationRoutes(parts: DeprecationParts): Operation[] {
  const { deprecations, counts } = parts;
  return [
    readOperation({
      id: "getMigrationStatus",
      method: "GET",
      path: "/developers/migration-status.json",
      group: GROUP,
      summary: "Read the progress of migrations",
      description: "One deprecation with id; without it all of them, in migrations.",
      access: anyone(),
      query: MigrationQuery,
      response: MigrationStatus,
      errors: [DEPRECATION_ERRORS.deprecation_not_found],
      validators: true,
      read: ({ query, now }) =>
        // Counts change continuously: an answer is valid for its minute.
        new Cacheable(
          readMigrationStatus({ deprecations, counts, id: query.id }, now),
          now - (now % MINUTE_MS),
          MAX_AGE_SECONDS,
        ),
    }),
    readOperation({
      id: "simulateDeprecationHeaders",
      method: "GET",
      path: "/api/public/deprecations/header-simulator",
      group: GROUP,
      summary: "Simulate the deprecation headers of a call",
      outcome: "The headers that the call would get.",
      description: "Requires id or endpoint.",
      access: anyone(),
      query: SimulatorQuery,
      response: Simulation,
      errors: [DEPRECATION_ERRORS.deprecation_not_found],
      validators: true,
      read: ({ query: { id, endpoint, at }, now }) => {
        if (id === undefined && endpoint === undefined)
          throw invalidQuery("endpoint", "is required without id");
        const entry =
          id === undefined
            ? findByEndpoint(deprecations, counts.mounted.operations, endpoint ?? "")
            : requireDeprecation(deprecations, id);
        if (at !== undefined) return cacheable(parts, simulate(deprecations, entry, Date.parse(at)), now);
        // A call now may get other headers than one a moment ago, so caches must revalidate it each time.
        return new Cacheable(simulate(deprecations, entry, now), now, 0);
      },
    }),
  ];
}

function pageRoute({ site, deprecations, counts }: DeprecationParts): Operation {
  return readOperation({
    id: "deprecationsPage",
    method: "GET",
    path: "/developers/deprecations",
    group: PAGES_GROUP,
    summary: "Deprecations with dates and migration steps",
    access: anyone("pages"),
    response: { mediaType: "text/html", description: "A page." },
    read: ({ now }) =>
      htmlResponse(
        <DeprecationsPage
          site={site}
          entries={deprecations.entries.toReversed()}
          counts={counts}
          now={now}
        />,
      ),
  });
}

/** An answer whose modification time is that of the deprecations. */
function cacheable(
  { deprecations, startedAt }: DeprecationParts,
  body: object | string,
  now: number,
): Cacheable {
  return new Cacheable(body, changedAt(deprecations, startedAt, now), MAX_AGE_SECONDS);
}

/** Deprecations as RSS 2.0. */
function deprecationsFeed(deprecations: Deprecations, updatedAt: number, now: number): string {
  const baseUrl = deprecations.baseUrl();
  const channel = {
    title: "salute: deprecations",
    link: `${baseUrl}/developers/deprecations`,
    self: `${baseUrl}/developers/deprecations.rss`,
    description: "Endpoints to be withdrawn, with dates.",
    updatedAt,
  };
  const items = newestFirst(deprecations).map((entry) => {
    const endpoints = entry.endpoints.map(({ method, path }) => `${method} ${path}`).join(", ");
    const instead = entry.replacement === null ? "" : ` Call ${entry.replacement} instead.`;
    return {
      title: `${entry.title} (${deriveStatus(entry, now)})`,
      link: buildHelpUrl(entry, baseUrl),
      publishedAt: entry.announcedAt,
      description:
        `${endpoints}: deprecated from ${isoUtc(entry.deprecatedAt)}, 410 from ${isoUtc(entry.sunsetAt)} on.${instead} ${entry.reason}`.trim(),
    };
  });
  return rssFeed(channel, items);
}
