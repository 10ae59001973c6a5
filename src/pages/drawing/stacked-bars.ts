import { element, type XmlElement, xml } from "../../kit/formats/xml.ts";
import { coordinate, scaleFor } from "../charts/scale.ts";

/** A self-contained drawing, as SVG and as PNG: colours and text are included. */
export interface StackedBars {
  title: string;
  /** Pixels. */
  width: number;
  height: number;
  theme: Theme;
  /** One label per bar, oldest first. */
  labels: readonly string[];
  /** At most eight; one value per label, from 0. */
  series: readonly { name: string; values: readonly number[] }[];
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

interface Palette {
  paper: string;
  ink: string;
  soft: string;
  grid: string;
  series: readonly string[];
}

const PALETTES: Record<Theme, Palette> = {
  light: {
    paper: "#ffffff",
    ink: "#1d1e24",
    soft: "#5f616c",
    grid: "#dcdde3",
    series: ["#4a45c4", "#0f766e", "#b3521b", "#a21caf", "#2563a8", "#6b7f1d", "#b3261e", "#747784"],
  },
  dark: {
    paper: "#16171d",
    ink: "#ececf1",
    soft: "#a6a8b4",
    grid: "#33353f",
    series: ["#a9a6ff", "#4fd1c0", "#f0a868", "#ef9cf5", "#8fc1ff", "#c6d96b", "#ff9d94", "#9a9ca8"],
  },
};

/** The executable's font, then fonts of browsers. */
const FONT = "DejaVu Sans, Verdana, sans-serif";
const TEXT_SIZE = 11;
const TITLE_SIZE = 14;
/** The largest width of a character. */
const CHARACTER = 7;
const LINE = 18;
const MARGIN = 12;
/** The smallest height with room for a legend beside the bars. */
const LEAST_FOR_LEGEND = 180;

/** Series with their colours. */
export function buildLegend({ series, theme }: Pick<StackedBars, "series" | "theme">) {
  const colours = PALETTES[theme].series;
  return series.map(({ name }, index) => ({ name, colour: colours[index % colours.length] ?? "#747784" }));
}

/** Stacked bars over time, as an SVG document. */
export function drawStackedBars(drawing: StackedBars): string {
  const { title, width, height, theme } = drawing;
  const { paper, ink } = PALETTES[theme];
  const legend = height < LEAST_FOR_LEGEND ? [] : legendLines(drawing);
  const area = {
    left: MARGIN + 5 * CHARACTER,
    right: width - MARGIN,
    top: MARGIN + TITLE_SIZE + 10,
    bottom: height - MARGIN - LINE - legend.length * LINE,
  };
  return xml(
    element(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": title,
        "font-family": FONT,
        "font-size": TEXT_SIZE,
      },
      element("title", {}, title),
      element("rect", { width, height, fill: paper }),
      element(
        "text",
        { x: MARGIN, y: MARGIN + TITLE_SIZE, fill: ink, "font-size": TITLE_SIZE },
        fit(title, width),
      ),
      ...axis(drawing, area),
      ...bars(drawing, area),
      ...ends(drawing, area),
      ...legend.flatMap((line, index) =>
        legendRow(line, height - MARGIN - (legend.length - 1 - index) * LINE, ink),
      ),
    ),
  );
}

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function scaleOf({ labels, series }: StackedBars) {
  return scaleFor(labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)));
}

function axis(drawing: StackedBars, { left, right, top, bottom }: Area): XmlElement[] {
  const { grid, soft } = PALETTES[drawing.theme];
  const { max, ticks } = scaleOf(drawing);
  return ticks.flatMap((tick) => {
    const y = coordinate(bottom - (tick / max) * (bottom - top));
    return [
      element("line", { x1: left, x2: right, y1: y, y2: y, stroke: grid }),
      element("text", { x: left - 6, y: y + 4, fill: soft, "text-anchor": "end" }, short(tick)),
    ];
  });
}

function bars(drawing: StackedBars, { left, right, top, bottom }: Area): XmlElement[] {
  const { labels, series } = drawing;
  const { max } = scaleOf(drawing);
  const step = (right - left) / Math.max(1, labels.length);
  const colours = buildLegend(drawing);
  return labels.flatMap((_, at) => {
    let below = 0;
    return series.flatMap(({ values }, index) => {
      const value = values[at] ?? 0;
      if (value === 0) return [];
      const height = (value / max) * (bottom - top);
      below += height;
      return [
        element("rect", {
          x: coordinate(left + at * step + step * 0.12),
          y: coordinate(bottom - below),
          width: coordinate(step * 0.76),
          height: coordinate(height),
          fill: colours[index]?.colour ?? "",
        }),
      ];
    });
  });
}

/** The first and the last label under the bars. */
function ends({ labels, theme }: StackedBars, { left, right, bottom }: Area): XmlElement[] {
  const fill = PALETTES[theme].soft;
  const y = bottom + LINE - 3;
  return [
    element("text", { x: left, y, fill }, labels.at(0) ?? ""),
    element("text", { x: right, y, fill, "text-anchor": "end" }, labels.at(-1) ?? ""),
  ];
}

interface LegendEntry {
  name: string;
  colour: string;
  x: number;
}

/** The legend's entries, in lines of the available width. */
function legendLines(drawing: StackedBars): LegendEntry[][] {
  const lines: LegendEntry[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const { name, colour } of buildLegend(drawing)) {
    const text = fit(name, drawing.width - 20);
    const room = 26 + text.length * CHARACTER;
    if (x + room > drawing.width - MARGIN) {
      lines.push([]);
      x = MARGIN;
    }
    lines.at(-1)?.push({ name: text, colour, x });
    x += room;
  }
  return lines;
}

function legendRow(entries: readonly LegendEntry[], y: number, ink: string): XmlElement[] {
  return entries.flatMap(({ name, colour, x }) => [
    element("rect", { x, y: y - 9, width: 10, height: 10, fill: colour }),
    element("text", { x: x + 15, y, fill: ink }, name),
  ]);
}

/** A text cut to this many pixels. */
function fit(text: string, width: number): string {
  const most = Math.max(1, Math.floor((width - 2 * MARGIN) / CHARACTER));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 10_000 ? `${value / 1e3}k` : String(value);
}
