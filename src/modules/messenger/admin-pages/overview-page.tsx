/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  Choice,
  Field,
  LineChart,
  type Reader,
  StatusMark,
  Table,
  Tiles,
  Time,
} from "../../../pages/index.ts";
import type { ChecklistItem, Overview } from "../reports/index.ts";
import { ForPrograms, figure, HOME, Sections } from "./parts.tsx";

export interface GameStateView {
  game_key: "spin-wheel" | "recon-grid";
  paused: boolean;
  reason: string | null;
  paused_by: string | null;
  paused_at: string | null;
}

interface OverviewProps {
  reader: Reader;
  overview: Static<typeof Overview>;
  games: readonly GameStateView[];
  checklist: readonly Static<typeof ChecklistItem>[];
  now: number;
}

export const GAME_NAMES = { "spin-wheel": "Wheel", "recon-grid": "Grid" } as const;

/** How the games do, what is left to do, and the switch that stops them. */
export function OverviewContent(props: OverviewProps): JSX.Element {
  const { overview } = props;
  const { totals } = overview;
  return (
    <>
      <Sections current={HOME} />
      <Presets days={overview.window.days} />
      <Tiles
        tiles={[
          { label: "Players", value: figure(totals.players) },
          { label: "Rounds", value: figure(totals.rounds) },
          { label: "Salutes spent", value: figure(totals.spent) },
          { label: "Salutes paid out", value: figure(totals.paid_out) },
          {
            label: "Paid against the odds",
            value: totals.return === null ? "—" : figure(totals.return.observed - totals.return.expected),
            note: totals.return === null ? "from 100 rounds on" : withinWords(totals.return),
          },
        ]}
      />
      <Charts overview={overview} />
      <Games {...props} />
      <Checklist items={props.checklist} />
      <ForPrograms path={`/api/messenger/admin/games/overview?days=${overview.window.days}`} />
      <p class="note">
        Download the days as{" "}
        <a href={`/api/messenger/admin/games/overview/export?format=csv&days=${overview.window.days}`}>CSV</a>{" "}
        or <a href={`/api/messenger/admin/games/overview/export?days=${overview.window.days}`}>JSON</a>.
      </p>
    </>
  );
}

function withinWords({ low, high, within }: { low: number; high: number; within: boolean }): string {
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
        summary={`At most ${figure(most)} players on a day.`}
        labelHead="Day"
        labels={labels}
        series={[{ name: "Players", values: active.map(({ players }) => players) }]}
        format={figure}
      />
      <LineChart
        id="rounds"
        title="Rounds per day"
        summary="Rounds begun, by game."
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
        summary="Salutes that players spent, and that games paid out."
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

function Games({ games, now, overview, reader }: OverviewProps): JSX.Element {
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  const returns = new Map(overview.by_game.map((row) => [row.game_key, row]));
  return (
    <>
      <h2 id="games">Games</h2>
      <Table
        caption="Games"
        columns={[
          { head: "Game", cell: ({ game_key }) => GAME_NAMES[game_key] },
          { head: "State", cell: (game) => <GameMark game={game} now={now} /> },
          {
            head: "Rounds",
            numeric: true,
            cell: ({ game_key }) => figure(returns.get(game_key)?.rounds ?? 0),
          },
          {
            head: "Paid, expected (95 %)",
            cell: ({ game_key }) => {
              const found = returns.get(game_key)?.return ?? null;
              if (found === null) return "from 100 rounds on";
              return (
                <>
                  {figure(found.observed)}, {figure(found.expected)} ({figure(found.low)} to{" "}
                  {figure(found.high)}){" "}
                  <StatusMark
                    status={found.within ? "ok" : "warn"}
                    word={found.within ? "within" : "outside"}
                  />
                </>
              );
            },
          },
          {
            head: "Report",
            cell: ({ game_key }) => <a href={`/api/messenger/admin/games/${game_key}`}>JSON</a>,
          },
        ]}
        rows={games}
        keyOf={({ game_key }) => game_key}
      />
      {token !== null && <KillSwitch games={games} token={token} />}
    </>
  );
}

function GameMark({ game, now }: { game: GameStateView; now: number }): JSX.Element {
  if (!game.paused) return <StatusMark status="ok" word="open" />;
  return (
    <>
      <StatusMark status="bad" word="paused" /> {game.reason}, by {game.paused_by}
      {game.paused_at !== null && (
        <>
          , <Time at={Date.parse(game.paused_at)} now={now} />
        </>
      )}
    </>
  );
}

function KillSwitch({ games, token }: { games: readonly GameStateView[]; token: string }): JSX.Element {
  const open = games.filter(({ paused }) => !paused);
  return (
    <>
      <h3 id="switch">Kill switch</h3>
      <p>A paused game takes no new rounds and sells nothing. Begun grid rounds may be finished.</p>
      {games.map(({ game_key, paused }) =>
        paused ? (
          <Action
            key={game_key}
            to={`${HOME}/resume`}
            csrfToken={token}
            label={`Resume ${GAME_NAMES[game_key].toLowerCase()}`}
          >
            <input type="hidden" name="game_key" value={game_key} />
          </Action>
        ) : null,
      )}
      {open.length > 0 && (
        <Action to={`${HOME}/pause`} csrfToken={token} label="Pause game" dangerous>
          <Choice
            name="game_key"
            label="Game"
            options={open.map(({ game_key }) => [game_key, GAME_NAMES[game_key]] as const)}
            value={undefined}
          />
          <Field name="reason" label="Reason" required />
        </Action>
      )}
    </>
  );
}

function Checklist({ items }: { items: readonly Static<typeof ChecklistItem>[] }): JSX.Element {
  return (
    <>
      <h2 id="checklist">Before players come</h2>
      <Table
        caption="Rollout checklist"
        columns={[
          { head: "What", cell: ({ id }) => id },
          {
            head: "Done",
            cell: ({ done }) => <StatusMark status={done ? "ok" : "warn"} word={done ? "done" : "to do"} />,
          },
          { head: "Is", cell: ({ message }) => message },
          { head: "To do", cell: ({ fix }) => fix ?? "" },
        ]}
        rows={items}
        keyOf={({ id }) => id}
      />
    </>
  );
}
