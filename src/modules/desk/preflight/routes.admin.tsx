/** @jsxImportSource preact */

import type { Database } from "../../../db/database.ts";
import type { Operation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";
import { PageQuery } from "./model.ts";
import { PREFLIGHT_PATH, PreflightContent } from "./preflight-page.tsx";
import { ANOMALY_DEFAULTS, readAnomalies, readDelta, readGuards, readHistory } from "./read.ts";

const DAYS = 30;

/** The preflight guards as a page. */
export function preflightPages(site: Site, { read: sql }: Database): Operation[] {
  return [
    adminPage(site, {
      id: "showPreflightGuards",
      path: PREFLIGHT_PATH,
      summary: "Preflight guards: findings, changes and history",
      title: "Preflight guards",
      query: PageQuery,
      content: ({ query: { day_offset }, now }) => (
        <PreflightContent
          guards={readGuards(sql, false).body}
          delta={readDelta(sql, { section: "all", day_offset }, now)}
          history={readHistory(sql, { section: "all", days: DAYS }, now)}
          anomalies={readAnomalies(sql, { ...ANOMALY_DEFAULTS, days: DAYS }, now)}
          now={now}
        />
      ),
    }),
  ];
}
