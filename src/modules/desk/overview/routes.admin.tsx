/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { type Operation, operator, PAGES_GROUP, readOperation, seeOther } from "../../../http/operation.ts";
import { Flag, OneOf } from "../../../http/schema/shapes.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { Recent } from "../../../kit/recent.ts";
import {
  htmlText,
  KeyValue,
  ListAddress,
  type Reader,
  Sections,
  SignedOutNote,
  type Site,
  StaleNote,
  Time,
} from "../../../pages/index.ts";
import { USAGE_DAYS } from "../../access/usage/index.ts";
import { adminForm, adminPage, requireOperator, toReader } from "../../platform/admin-page/index.ts";
import { type Notice, singleNotice } from "../../platform/notices/index.ts";
import { readSafeMode, type SafeMode } from "../../platform/state/index.ts";
import { EVENT_DAYS } from "../../webhooks/events/index.ts";
import { PeriodCharts } from "./charts.tsx";
import { PeriodFigures } from "./figures.tsx";
import { RANGE_NAMES, RANGES, type RangeName } from "./range.ts";
import { type Period, type PeriodParts, readPeriod } from "./read-period.ts";
import { type News, readNews, recordSeen, SEEN_PATH, SinceLastLook } from "./since.tsx";
import { Waiting } from "./waiting.tsx";

export interface OverviewParts extends PeriodParts {
  site: Site;
  live: Database;
  startedAt: number;
  /** Tasks for operators, evaluated at each call. */
  notices: () => Notice[];
}

const PATH = "/admin";
const PART = "/admin/overview";

const Query = Type.Object({
  range: Type.Optional(OneOf(RANGE_NAMES, { description: "Length of the charts; 24h by default." })),
  compare: Type.Optional(Flag({ description: "Show the range before in each chart, too." })),
});
type Chosen = Required<Static<typeof Query>>;

interface Shown {
  sql: Sql;
  reader: Reader;
  query: Static<typeof Query>;
  now: number;
}

/** Cache time of the charts' data per hour of each point. */
const CACHE_MS = 10 * SECOND_MS;

/** The operators' start page: what waits, and figures of a range of time. */
export function overviewRoutes(parts: OverviewParts): Operation[] {
  const { site, live, startedAt, notices } = parts;
  const periods = new Map(
    RANGE_NAMES.map((name) => [name, new Recent<"period", Period>(RANGES[name].step * CACHE_MS)]),
  );
  const periodOf = (name: RangeName, now: number) => {
    const make = () => readPeriod(parts, name, now);
    return periods.get(name)?.get("period", { now }, make) ?? make();
  };
  const overview = ({ sql, reader, query, now }: Shown) => {
    const { range = "24h", compare = false } = query;
    const period = periodOf(range, now);
    const safeMode = readSafeMode(sql);
    const news = readNews(sql, reader.name, now);
    const choice = { range, compare };
    return (
      <Overview
        {...{ site, reader, startedAt, now, notices: notices(), period, safeMode, news, ...choice }}
      />
    );
  };
  return [
    adminPage(site, {
      id: "adminPage",
      path: PATH,
      summary: "Overview: what waits, and figures of the last hours or days",
      title: "Overview",
      query: Query,
      content: overview,
    }),
    readOperation({
      id: "adminPagePart",
      method: "GET",
      path: PART,
      group: PAGES_GROUP,
      summary: "The changing part of the overview, by which its script keeps it up to date",
      access: operator("viewer"),
      query: Query,
      response: { mediaType: "text/html", description: "A part of the overview's page." },
      validators: true,
      read: ({ actor, db, query, now }) => {
        const reader = toReader(requireOperator(actor));
        return new Cacheable(htmlText(overview({ sql: db.read, reader, query, now })), now, 0);
      },
    }),
    adminForm(site, {
      id: "markOverviewSeen",
      path: SEEN_PATH,
      page: PATH,
      summary: "Count what is new on the overview from now on",
      role: "viewer",
      done: "Marked as seen: what is new is counted from now on.",
      submit: async ({ actor }) => {
        await live.writer.run((tx) => recordSeen(tx, actor.name));
        return seeOther(PATH);
      },
    }),
  ];
}

interface OverviewProps extends Chosen {
  site: Site;
  notices: readonly Notice[];
  period: Period;
  safeMode: SafeMode | null;
  news: News;
  reader: Reader;
  startedAt: number;
  now: number;
}

function Overview(props: OverviewProps): JSX.Element {
  const { site, reader, notices, period, compare, safeMode, news, startedAt, now } = props;
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
    <div data-live={addressOf(PART, props)}>
      <StaleNote />
      <SignedOutNote />
      <h2 id="waiting">Waiting for you</h2>
      <Waiting notices={[...stopped, ...notices]} now={now} />
      <SinceLastLook {...{ news, reader, now }} />
      <h2 id="period">The last {period.span.range.words}</h2>
      <Ranges {...props} />
      <PeriodFigures period={period} />
      <PeriodCharts period={period} compare={compare} now={now} />
      <h2 id="process">This process</h2>
      <KeyValue
        rows={[
          ["Version", site.version],
          ["Started", <Time key="started" at={startedAt} now={now} />],
          ["Chain", site.chainMode ?? (site.usesChain ? "none configured" : "not used")],
          [
            "Safe mode",
            <a key="safe-mode" href="/admin/safe-mode">
              {safeMode === null ? "off" : "on"}
            </a>,
          ],
        ]}
      />
    </div>
  );
}

function addressOf(path: string, { range, compare }: Chosen): string {
  return new ListAddress(path, {
    range: range === "24h" ? undefined : range,
    compare: compare ? 1 : undefined,
  }).with({});
}

/** Choice of the range, and of a comparison with the range before. */
function Ranges({ range, compare }: Chosen): JSX.Element {
  const at = (name: RangeName, withBefore: boolean) => addressOf(PATH, { range: name, compare: withBefore });
  return (
    <>
      <Sections
        label="Range"
        current={at(range, compare)}
        links={RANGE_NAMES.map((name) => [at(name, compare), RANGES[name].words] as const)}
      />
      <p>
        <a href={at(range, !compare)}>
          {compare ? "Without the range before" : `Compare with the ${RANGES[range].words} before`}
        </a>
        . The newest point is not over yet. Requests are kept for {USAGE_DAYS} days, deliveries for
        {EVENT_DAYS}.
      </p>
    </>
  );
}
