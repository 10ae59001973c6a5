/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  Choice,
  Field,
  formToken,
  type Reader,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import type { Overview } from "../reports/index.ts";
import { figure, HOME } from "./parts.tsx";

export interface GameStateView {
  game_key: "spin-wheel" | "recon-grid";
  paused: boolean;
  reason: string | null;
  paused_by: string | null;
  paused_at: string | null;
}

export interface GamesProps {
  reader: Reader;
  overview: Static<typeof Overview>;
  games: readonly GameStateView[];
  now: number;
}

export const GAME_NAMES = { "spin-wheel": "Wheel", "recon-grid": "Grid" } as const;

/** The games with their state and payouts, and the kill switch. */
export function Games({ games, now, overview, reader }: GamesProps): JSX.Element {
  const token = formToken(reader);
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
            head: "Value of outcomes, expected (95 %)",
            cell: ({ game_key }) => {
              const found = returns.get(game_key)?.return ?? null;
              if (found === null) return "after 100 rounds";
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
      <p>A paused game starts no new rounds and sells nothing. Players can finish active grid rounds.</p>
      {games.map(({ game_key, paused }) =>
        paused ? (
          <Action
            key={game_key}
            to={`${HOME}/resume`}
            of={{ game_key }}
            csrfToken={token}
            label={`Resume ${GAME_NAMES[game_key].toLowerCase()}`}
          />
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
