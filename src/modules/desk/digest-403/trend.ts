import { Type } from "@sinclair/typebox";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { drawStackedBars, renderPng, THEMES, type Theme } from "../../../pages/index.ts";
import { countByPath, countPathByHour, type RefusalSource } from "../../access/refusals/index.ts";
import { WINDOW_HOURS } from "./model.ts";
import { computeFirstHour, hourText, PROBES } from "./read-digest.ts";

const PATH = "/admin/ops/403-digest/probe-trend.png";

/** Chart size in pixels (contract section 17). */
export const SizeQuery = {
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
};

/** The most refused paths by hour, as a PNG chart. */
export function trendRoute(source: RefusalSource): Operation {
  return readOperation({
    id: "draw403ProbeTrend",
    method: "GET",
    path: PATH,
    group: "ops",
    summary: "Get the most refused paths by hour as a chart",
    access: operator("viewer"),
    query: Type.Object({
      ...SizeQuery,
      theme: OneOf(THEMES, { default: "light", description: "Colours of the chart." }),
    }),
    response: { mediaType: "image/png", description: "Stacked bars of the last 24 hours." },
    read: async ({ query, now }) => {
      await source.refusals.settle();
      const png = await renderPng(drawTrend(source, query, now));
      return new Response(png, { headers: { "content-type": "image/png" } });
    },
  });
}

function drawTrend(
  { live }: RefusalSource,
  { w, h, theme }: { w: number; h: number; theme: Theme },
  now: number,
): string {
  const from = computeFirstHour(WINDOW_HOURS, now);
  const hours = Array.from({ length: WINDOW_HOURS }, (_, index) => from + index);
  const paths = countByPath(live.read, from, from + WINDOW_HOURS).slice(0, PROBES);
  return drawStackedBars({
    title: "Refusals (403) of the most refused paths by hour",
    width: w,
    height: h,
    theme,
    labels: hours.map((hour) => `${hourText(hour).slice(5, 16).replace("T", " ")}`),
    series: paths.map(({ path }) => {
      const byHour = new Map(countPathByHour(live.read, path, from).map((each) => [each.hour, each.count]));
      return { name: path, values: hours.map((hour) => byHour.get(hour) ?? 0) };
    }),
  });
}
