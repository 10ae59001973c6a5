/** @jsxImportSource preact */

import { Cacheable } from "../../../http/answers/answer.ts";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import type { CallCounts } from "./calls.ts";
import type { Deprecations } from "./deprecations.ts";
import { DeprecationsPage } from "./deprecations-page.tsx";
import { DEPRECATION_ERRORS } from "./errors.ts";
import { deprecationsFeed } from "./feed.ts";
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
  readDeprecationList,
  readMigrationStatus,
  requireDeprecation,
  simulate,
} from "./read.ts";

const MAX_AGE_SECONDS = 60;
const GROUP = "developers";

export interface DeprecationParts {
  site: Site;
  deprecations: Deprecations;
  counts: CallCounts;
  startedAt: number;
}

/** What is withdrawn and when, for everybody. No answer names a partner. */
export function deprecationRoutes({ site, deprecations, counts, startedAt }: DeprecationParts): Operation[] {
  const cacheable = (body: object | string, now: number) =>
    new Cacheable(body, changedAt(deprecations, startedAt, now), MAX_AGE_SECONDS);
  return [
    readOperation({
      id: "listDeprecations",
      method: "GET",
      path: "/developers/deprecations.json",
      group: GROUP,
      summary: "List what is withdrawn, and when",
      description: "The build schedules nothing; operators may.",
      access: anyone(),
      response: DeprecationList,
      validators: true,
      read: ({ now }) => cacheable(readDeprecationList(deprecations, now), now),
    }),
    readOperation({
      id: "getDeprecationsRss",
      method: "GET",
      path: "/developers/deprecations.rss",
      group: GROUP,
      summary: "Read deprecations as RSS",
      access: anyone(),
      response: { mediaType: "application/rss+xml", description: "A feed." },
      validators: true,
      read: ({ now }) =>
        cacheable(deprecationsFeed(deprecations, changedAt(deprecations, startedAt, now), now), now),
    }),
    readOperation({
      id: "getDeprecationsPlaybook",
      method: "GET",
      path: "/developers/deprecations-playbook.json",
      group: GROUP,
      summary: "Read what to do when an endpoint is withdrawn",
      access: anyone(),
      response: Playbook,
      validators: true,
      read: ({ now }) => cacheable(readPlaybook(deprecations, now), now),
    }),
    readOperation({
      id: "getDeprecationsPlaybookMarkdown",
      method: "GET",
      path: "/developers/deprecations-playbook.md",
      group: GROUP,
      summary: "Read the playbook as Markdown",
      access: anyone(),
      response: { mediaType: "text/markdown", description: "The playbook." },
      validators: true,
      read: ({ now }) => cacheable(playbookMarkdown(readPlaybook(deprecations, now)), now),
    }),
    readOperation({
      id: "getMigrationStatus",
      method: "GET",
      path: "/developers/migration-status.json",
      group: GROUP,
      summary: "Read how far callers have migrated",
      description: "With id one deprecation, without it all, under migrations.",
      access: anyone(),
      query: MigrationQuery,
      response: MigrationStatus,
      errors: [DEPRECATION_ERRORS.deprecation_not_found],
      validators: true,
      read: ({ query, now }) =>
        // Calls are counted all the time: what was read holds for its minute.
        new Cacheable(
          readMigrationStatus(deprecations, counts, query.id, now),
          now - (now % MINUTE_MS),
          MAX_AGE_SECONDS,
        ),
    }),
    readOperation({
      id: "simulateDeprecationHeaders",
      method: "GET",
      path: "/api/public/deprecations/header-simulator",
      group: GROUP,
      summary: "Read the deprecation headers that a call would carry",
      description: "Give id or endpoint.",
      access: anyone(),
      query: SimulatorQuery,
      response: Simulation,
      errors: [DEPRECATION_ERRORS.deprecation_not_found],
      validators: true,
      read: ({ query: { id, endpoint, at }, now }) => {
        if (id === undefined && endpoint === undefined)
          throw invalidQuery("endpoint", "is needed where no id is given");
        const entry =
          id === undefined
            ? findByEndpoint(deprecations, counts.mounted.operations, endpoint ?? "")
            : requireDeprecation(deprecations, id);
        const simulation = simulate(deprecations, entry, at === undefined ? now : Date.parse(at));
        return at === undefined
          ? new Cacheable(simulation, now, MAX_AGE_SECONDS)
          : cacheable(simulation, now);
      },
    }),
    readOperation({
      id: "deprecationsPage",
      method: "GET",
      path: "/developers/deprecations",
      group: PAGES_GROUP,
      summary: "What is withdrawn and when, and how to migrate",
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
    }),
  ];
}
