import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { streamCsv } from "../../../http/answers/stream-rows.ts";
import { type DayWindow, dayWindow, enumerateDays } from "../../../http/input/window.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { DAY_MS, utcDay } from "../../../kit/clock.ts";
import { buildLegend, drawStackedBars, renderPng, type StackedBars, THEMES } from "../../../pages/index.ts";
import { type ExportSource, type ExportUsageRow, listExportUsage } from "../../platform/exports/index.ts";
import { ExportUsage, MONITOR_PATH, USAGE_COLUMNS, UsageQuery } from "./model.ts";

const PATH = `${MONITOR_PATH}/export-usage`;
/** Number of exports shown in separate colours; the rest are grouped as `other`. */
const SHOWN = 7;

const UsageShape = Type.Object(UsageQuery);
const DrawingQuery = Type.Object({
  ...UsageQuery,
  w: Type.Integer({
    minimum: 200,
    maximum: 2000,
    default: 900,
    description: "Width of the picture in pixels.",
  }),
  h: Type.Integer({
    minimum: 100,
    maximum: 1000,
    default: 360,
    description: "Height of the picture in pixels.",
  }),
  theme: OneOf(THEMES, { default: "light", description: "Colours of the chart." }),
});
type UsageFilter = Static<typeof UsageShape>;

/** Statistics of downloads of exports, which do not count their own downloads (contract section 17). */
export function exportUsageRoutes({ live }: { live: Database }): Operation[] {
  return [...tableRoutes(live), ...drawingRoutes(live)];
}

const BASE = { method: "GET", group: "ops", access: operator("viewer") } as const;

function tableRoutes(live: Database): Operation[] {
  return [
    readOperation({
      ...BASE,
      id: "getExportUsage",
      path: `${PATH}.json`,
      summary: "Read downloads of exports per day and operator",
      query: UsageShape,
      response: ExportUsage,
      read: ({ query, now }) => {
        const usage = usageOf(live, query, now).map(usageView);
        return { days: dayWindow(query, now).days, source: query.source, count: usage.length, usage };
      },
    }),
    readOperation({
      ...BASE,
      id: "listExportUsage",
      path: `${PATH}.csv`,
      summary: "Export downloads of exports per day and operator as CSV",
      query: UsageShape,
      response: { mediaType: "text/csv", description: "One row per day, operator, export and format." },
      read: ({ query, now }) => streamCsv(USAGE_COLUMNS, usageOf(live, query, now).map(usageView)),
    }),
  ];
}

/** The same chart as SVG and PNG. */
function drawingRoutes(live: Database): Operation[] {
  const drawing = { ...BASE, query: DrawingQuery, answerHeaders: ["X-Usage-Legend"] } as const;
  const draw = (query: Static<typeof DrawingQuery>, now: number) =>
    drawingOf(usageOf(live, query, now), query, dayWindow(query, now));
  return [
    readOperation({
      ...drawing,
      id: "drawExportUsageSvg",
      path: `${PATH}.svg`,
      summary: "Draw downloads of exports per day as SVG",
      response: { mediaType: "image/svg+xml", description: "A stacked bar per day." },
      read: ({ query, now }) => {
        const drawn = draw(query, now);
        return new Response(drawStackedBars(drawn), {
          headers: {
            ...legendHeader(drawn),
            "content-type": "image/svg+xml",
            "content-security-policy": "default-src 'none'",
          },
        });
      },
    }),
    readOperation({
      ...drawing,
      id: "drawExportUsagePng",
      path: `${PATH}.png`,
      summary: "Draw downloads of exports per day as PNG",
      response: { mediaType: "image/png", description: "The same chart as export-usage.svg." },
      read: async ({ query, now }) => {
        const drawn = draw(query, now);
        const png = await renderPng(drawStackedBars(drawn));
        return new Response(png, { headers: { ...legendHeader(drawn), "content-type": "image/png" } });
      },
    }),
  ];
}

function usageOf({ read }: Database, filter: UsageFilter, now: number): ExportUsageRow[] {
  const source = filter.source === "all" ? null : (filter.source as ExportSource);
  return listExportUsage(read, dayWindow(filter, now).fromDay, source);
}

function usageView({ day, operator: name, count, rows, bytes, ...row }: ExportUsageRow) {
  return { day: utcDay(day * DAY_MS), operator: name, ...row, count, rows, bytes };
}

function drawingOf(
  rows: readonly ExportUsageRow[],
  { w, h, theme }: Static<typeof DrawingQuery>,
  window: DayWindow,
): StackedBars {
  const from = window.fromDay;
  const numbers = enumerateDays(window);
  const totals = new Map<string, number>();
  for (const row of rows) totals.set(row.export, (totals.get(row.export) ?? 0) + row.count);
  const busiest = [...totals.keys()].sort(
    (a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || a.localeCompare(b),
  );
  const shown = busiest.slice(0, SHOWN);
  const names = busiest.length > SHOWN ? [...shown, "other"] : shown;
  const values = new Map(names.map((name) => [name, new Array<number>(numbers.length).fill(0)]));
  for (const { day, export: name, count } of rows) {
    const own = values.get(shown.includes(name) ? name : "other");
    if (own !== undefined) own[day - from] = (own[day - from] ?? 0) + count;
  }
  return {
    title: "Downloads of exports by day",
    width: w,
    height: h,
    theme,
    labels: numbers.map((day) => utcDay(day * DAY_MS)),
    series: names.map((name) => ({ name, values: values.get(name) ?? [] })),
  };
}

function legendHeader(drawn: StackedBars): Record<string, string> {
  const entries = buildLegend(drawn).map(({ name, colour }) => `${name}=${colour}`);
  return { "x-usage-legend": entries.join("; ") };
}
