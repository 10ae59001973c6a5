/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { LineChart, StatusMark, Table, Tiles } from "../../../pages/index.ts";
import type { ChecklistItem, Overview } from "../reports/index.ts";
import { GAME_NAMES, Games, type GamesProps } from "./games-section.tsx";
import { figure, HOME, JsonLink, MiniappSections } from "./parts.tsx";

interface OverviewProps extends GamesProps {
  checklist: readonly Static<typeof ChecklistItem>[];
}

/** The games' figures and charts, the kill switch and the rollout checklist. */
export function OverviewContent(props: OverviewProps): JSX.Element {
  const { overview } = props;
  const { totals } = overview;
  return (
    <>
      <MiniappSections current={HOME} />
      <Presets days={overview.window.days} />
      <Tiles
        tiles={[
          { label: "Players", value: figure(totals.players) },
          { label: "Rounds", value: figure(totals.rounds) },
          { label: "Salutes spent", value: figure(totals.spent) },
          { label: "Salutes paid out", value: figure(totals.paid_out) },
          {
            label: "Outcomes above expectation",
            value: totals.return === null ? "—" : figure(totals.return.observed - totals.return.expected),
            note: totals.return === null ? "after 100 rounds" : intervalText(totals.return),
          },
        ]}
      />
      <Charts overview={overview} />
      <Games {...props} />
      <Checklist items={props.checklist} />
      <JsonLink path={`/api/messenger/admin/games/overview?days=${overview.window.days}`} />
      <p class="note">
        Download the daily figures as{" "}
        <a href={`/api/messenger/admin/games/overview/export?format=csv&days=${overview.window.days}`}>CSV</a>{" "}
        or <a href={`/api/messenger/admin/games/overview/export?days=${overview.window.days}`}>JSON</a>.
      </p>
    </>
  );
}

function intervalText({ low, high, within }: { low: number; high: number; within: boolean }): string {
  return `${within ? "within" : "outside"} ${figure(low)} to ${figure(high)}`;
}

function Presets({ days }: { days: number }): JSX.Element {
  return (
    <p>
      {(
        [
          ["today", 1, "Today"],
          ["7d", 7, "7 days"],
          ["30d", 30, "30 days"],
          ["90d", 90, "90 days"],
        ] as const
      ).map(([preset, length, label], index) => (
        <span key={preset}>
          {index > 0 && " · "}
          {length === days ? <strong>{label}</strong> : <a href={`${HOME}?preset=${preset}`}>{label}</a>}
        </span>
      ))}
    </p>
  );
}

function Charts({ overview }: { overview: Static<typeof Overview> }): JSX.Element {
  const { active_players: active, by_day } = overview;
  const labels = active.map(({ day }) => day);
  const daysOf = (game: string) => by_day.filter(({ game_key }) => game_key === game);
  const perDay = (pick: (row: { spent: number; paid_out: number }) => number) =>
    labels.map((label) => by_day.filter(({ day }) => day === label).reduce((sum, row) => sum + pick(row), 0));
  const most = Math.max(0, ...active.map(({ players }) => players));
  return (
    <>
      <LineChart
        id="active"
        title="Active players per day"
        summary={`Peak: ${figure(most)} players on one day.`}
        labelHead="Day"
        labels={labels}
        series={[{ name: "Players", values: active.map(({ players }) => players) }]}
        format={figure}
      />
      <LineChart
        id="rounds"
        title="Rounds per day"
        summary="Rounds started, by game."
        labelHead="Day"
        labels={labels}
        series={overview.games.map((game) => ({
          name: GAME_NAMES[game],
          values: daysOf(game).map(({ rounds }) => rounds),
        }))}
        format={figure}
      />
      <LineChart
        id="salutes"
        title="Salutes per day"
        summary="Salutes spent by players and paid out by games."
        labelHead="Day"
        labels={labels}
        series={[
          { name: "Spent", values: perDay(({ spent }) => spent) },
          { name: "Paid out", values: perDay(({ paid_out }) => paid_out) },
        ]}
        format={figure}
      />
    </>
  );
}

function Checklist({ items }: { items: readonly Static<typeof ChecklistItem>[] }): JSX.Element {
  return (
    <>
      <h2 id="checklist">Before launch</h2>
      <Table
        caption="Rollout checklist"
        columns={[
          { head: "Item", cell: ({ id }) => id },
          {
            head: "Status",
            cell: ({ done }) => <StatusMark status={done ? "ok" : "warn"} word={done ? "done" : "to do"} />,
          },
          { head: "Details", cell: ({ message }) => <span class="roomy">{message}</span> },
          { head: "Fix", cell: ({ fix }) => <span class="roomy">{fix ?? ""}</span> },
        ]}
        rows={items}
        keyOf={({ id }) => id}
      />
    </>
  );
}
