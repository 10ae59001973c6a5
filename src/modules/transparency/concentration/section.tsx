/** @jsxImportSource preact */

import type { JSX } from "preact";
import { formatFigure } from "../../../kit/figures.ts";
import { EmptyState, LineChart, Table, Time } from "../../../pages/index.ts";
import type { ConcentrationPoint, Concentrations } from "./read.ts";

type Figures = ConcentrationPoint["excluding"];

const FIGURES: readonly (readonly [keyof Figures, label: string, meaning: string])[] = [
  ["owners", "Owners", "with a balance above zero"],
  ["top1_pct", "Share of the largest owner", "of the total of all counted owners"],
  ["top5_pct", "Share of the 5 largest owners", ""],
  ["top10_pct", "Share of the 10 largest owners", ""],
  ["nakamoto", "Nakamoto coefficient", "smallest number of owners that together hold more than half"],
  ["gini", "Gini coefficient", "0: equal holdings; 1: one owner holds everything"],
  ["hhi", "Herfindahl-Hirschman index", "0 to 10,000; above 2,500 is considered highly concentrated"],
];

/** Current concentration with and without the project's wallets, and its trend. */
export function ConcentrationSection({ found, now }: { found: Concentrations; now: number }): JSX.Element {
  const { latest, trend_points: points } = found;
  if (latest === null)
    return (
      <EmptyState title="No holder scan yet">
        <p>The figures appear after the first complete holder scan.</p>
      </EmptyState>
    );
  return (
    <>
      <p>
        Holder scan: <Time at={Date.parse(latest.taken_at)} now={now} />, slot {latest.slot}.
      </p>
      <CurrentFigures latest={latest} />
      <Trend latest={latest} points={points} />
      <p class="sources">
        <a href="/transparency/wallet-concentration.json">Concentration as JSON</a>,{" "}
        <a href="/transparency/wallet-concentration.csv">as CSV</a>
      </p>
    </>
  );
}

function CurrentFigures({ latest }: { latest: ConcentrationPoint }): JSX.Element {
  return (
    <Table
      caption="Concentration"
      columns={[
        {
          head: "Figure",
          cell: ([, label, meaning]) => (
            <>
              {label} {meaning !== "" && <small>{meaning}</small>}
            </>
          ),
        },
        { head: "All owners", numeric: true, cell: ([name]) => shownFigure(name, latest) },
        {
          head: "Without the project's wallets",
          numeric: true,
          cell: ([name]) => shownFigure(name, latest.excluding),
        },
      ]}
      rows={FIGURES}
      keyOf={([name]) => name}
    />
  );
}

interface TrendProps {
  latest: ConcentrationPoint;
  points: readonly ConcentrationPoint[];
}

function Trend({ latest, points }: TrendProps): JSX.Element {
  const series = (name: string, pick: (point: ConcentrationPoint) => number) => ({
    name,
    values: points.map(pick),
  });
  return (
    <LineChart
      id="concentration-trend"
      title="Share of the 10 largest owners"
      summary={`${points.length} days. The 10 largest owners now hold ${latest.top10_pct} %, or ${latest.excluding.top10_pct} % without the project's wallets.`}
      labelHead="Day"
      labels={points.map(({ taken_at }) => taken_at.slice(0, 10))}
      series={[
        series("All owners", ({ top10_pct }) => top10_pct),
        series("Without the project's wallets", ({ excluding }) => excluding.top10_pct),
      ]}
      format={(value) => `${value} %`}
    />
  );
}

function shownFigure(name: keyof Figures, figures: Figures): string {
  const value = figures[name];
  if (value === null) return "none";
  return name.endsWith("_pct") ? `${value} %` : formatFigure(value, 6);
}
