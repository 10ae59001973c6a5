/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import type { Operation } from "../../../http/operation.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import { KeyValue, type Site, Time } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import { readSafeMode, type SafeMode } from "../../platform/state/index.ts";
import { type LastDay, LastDayCharts, LastDayFigures, type LastDayParts, readLastDay } from "./last-day.tsx";
import { Waiting } from "./waiting.tsx";

export interface OverviewParts extends LastDayParts {
  site: Site;
  live: Database;
  startedAt: number;
  /** Tasks for operators, evaluated at each call. */
  notices: () => Notice[];
}

/** Cache time of the charts' data. */
const CACHE_MS = 10 * SECOND_MS;

/** The operators' start page: waiting tasks and figures of the last day. */
export function overviewRoutes(parts: OverviewParts): Operation[] {
  const { site, startedAt, notices } = parts;
  const days = new Recent<"day", LastDay>(CACHE_MS);
  return [
    adminPage(site, {
      id: "adminPage",
      path: "/admin",
      summary: "Overview: waiting tasks and the last 24 hours",
      title: "Overview",
      content: ({ sql, now }) => (
        <Overview
          {...{
            site,
            startedAt,
            now,
            notices: notices(),
            day: days.get("day", { now }, () => readLastDay(parts, now)),
            safeMode: readSafeMode(sql),
          }}
        />
      ),
    }),
  ];
}

interface OverviewProps {
  site: Site;
  notices: readonly Notice[];
  day: LastDay;
  safeMode: SafeMode | null;
  startedAt: number;
  now: number;
}

function Overview({ site, notices, day, safeMode, startedAt, now }: OverviewProps): JSX.Element {
  const stopped =
    safeMode === null
      ? []
      : [
          singleNotice({
            id: "safe_mode",
            status: "bad",
            title: `Safe mode: ${safeMode.reason}`,
            path: "/admin/safe-mode",
          }),
        ];
  return (
    <>
      <h2 id="waiting">Waiting for you</h2>
      <Waiting notices={[...stopped, ...notices]} now={now} />
      <h2 id="last-day">The last 24 hours</h2>
      <LastDayFigures day={day} />
      <LastDayCharts day={day} />
      <h2 id="process">This process</h2>
      <KeyValue
        rows={[
          ["Version", site.version],
          ["Started", <Time key="started" at={startedAt} now={now} />],
          ["Chain", site.chainMode ?? "none configured"],
          [
            "Safe mode",
            <a key="safe-mode" href="/admin/safe-mode">
              {safeMode === null ? "off" : "on"}
            </a>,
          ],
        ]}
      />
    </>
  );
}
