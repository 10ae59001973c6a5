/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { LocaleQuery, pageLocale } from "../../../http/input/page-locale.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { Id } from "../../../http/schema/shapes.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import { SharedPages } from "../../platform/shared-pages/index.ts";
import { historyMark, type StatusSource } from "./answers.ts";
import { PAGE_DAYS, PAGE_MS } from "./history/history.ts";
import type { HourLatency } from "./history/latency.ts";
import { IncidentPage } from "./incidents/incident-page.tsx";
import { findPublicIncident, listShownIncidents, type ShownIncident } from "./incidents/shown-incidents.ts";
import { type Day, readDays } from "./read.ts";
import { EMBED_PATH, StatusEmbed } from "./status-embed.tsx";
import { StatusPage } from "./status-page.tsx";

const MAX_INCIDENTS = 50;
/** Cache time of the page's history, which is computed from 24,000 stored hours. */
const HISTORY_MS = MINUTE_MS / 4;

interface History {
  days: ReadonlyMap<string, readonly Day[]>;
  incidents: readonly ShownIncident[];
  latency: readonly HourLatency[];
}

const page = {
  method: "GET",
  group: PAGES_GROUP,
  access: anyone("pages"),
  response: { mediaType: "text/html", description: "A page." },
  query: Type.Object(LocaleQuery),
} as const;

/** @param latencyUntil percentiles of the clock hours up to a time, oldest first */
export function statusPageRoutes(
  site: Site,
  { status, sql }: Pick<StatusSource, "status" | "sql">,
  latencyUntil: (now: number) => readonly HourLatency[],
): Operation[] {
  const pages = new SharedPages(site);
  const embeds = new SharedPages(site, { embeddedBy: ["*"] });
  const histories = new Recent<"page", History>(HISTORY_MS);
  const historyAt = (now: number): History => {
    const make = () => ({
      days: readDays({ sql, checks: status.checks }, PAGE_DAYS, now),
      incidents: listShownIncidents(sql, { from: now - PAGE_MS, limit: MAX_INCIDENTS }),
      latency: latencyUntil(now),
    });
    return histories.get("page", { now, mark: historyMark(sql) }, make);
  };
  return [
    readOperation({
      ...page,
      id: "statusPage",
      path: "/status",
      summary: "Status now and over 90 days",
      validators: true,
      read: async (context) => {
        const { now } = context;
        const report = await status.current();
        const history = historyAt(now);
        const locale = pageLocale(context);
        return pages.get(context, { locale, parts: [report, history] }, () => {
          const { checks } = status;
          const stateOf = status.toState.bind(status);
          const overallState = status.toOverallState(report);
          const current = { site, locale, report, checks, overallState, stateOf, now };
          return <StatusPage {...current} {...history} />;
        });
      },
    }),
    readOperation({
      ...page,
      id: "statusEmbed",
      path: EMBED_PATH,
      summary: "Status now, for a frame in another site's page",
      validators: true,
      read: async (context) => {
        const { now } = context;
        const report = await status.current();
        const { incidents } = historyAt(now);
        const locale = pageLocale(context);
        return embeds.get(context, { locale, parts: [report, incidents] }, () => {
          const overallState = status.toOverallState(report);
          return (
            <StatusEmbed {...{ site, locale, report, checks: status.checks, overallState, incidents, now }} />
          );
        });
      },
    }),
    readOperation({
      ...page,
      id: "incidentPage",
      path: "/status/incidents/{incident_id}",
      summary: "An incident at its permanent address",
      params: Type.Object({ incident_id: Id() }),
      errors: ["not_found"],
      read: (context) => {
        const { params, now } = context;
        const incident = findPublicIncident(sql, Number(params.incident_id));
        if (incident === null)
          throw new Problem("not_found", "Open /status: there is no public incident of this number.");
        const locale = pageLocale(context);
        return htmlResponse(<IncidentPage {...{ site, locale, incident, now, checks: status.checks }} />);
      },
    }),
  ];
}
