import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { messengerEntries, messengerPlayers } from "../../../db/tables/messenger/players.ts";
import { findingOf, type Invariant } from "../../platform/invariants/index.ts";
import type { TokenKind } from "./store.ts";

interface Step
  extends Pick<RowOf<typeof messengerEntries>, "player_id" | "kind" | "delta" | "balance_after">,
    Pick<RowOf<typeof messengerPlayers>, "missiles" | "free_spins"> {
  entry_id: number | null;
}

/** By the rows' own order and the index of entries by player: nothing is sorted, nothing is gathered. */
const STEPS = `SELECT p.id AS player_id, p.missiles, p.free_spins, e.id AS entry_id, e.kind, e.delta, e.balance_after
  FROM messenger_players AS p LEFT JOIN messenger_entries AS e ON e.player_id = p.id ORDER BY p.id, e.id`;

/**
 * Per player and kind: the sum of the entries = the balance = the last balance_after, none under 0, and every entry
 * stands on the one before it.
 */
export const tokenBalances: Invariant = {
  name: "messenger_balances",
  run(sql) {
    const counted = { players: 0, entries: 0 };
    return findingOf(
      faults(sql, counted),
      () => `${counted.entries} entries of missiles and free spins add up for ${counted.players} players`,
    );
  },
};

function* faults(sql: Sql, counted: { players: number; entries: number }): Generator<string> {
  let player: Step | null = null;
  let sums: Record<TokenKind, number> = { missiles: 0, free_spins: 0 };
  for (const step of sql.iterate<Step>(STEPS)) {
    if (step.player_id !== player?.player_id) {
      if (player !== null) yield* endFaults(player, sums);
      player = step;
      sums = { missiles: 0, free_spins: 0 };
      counted.players++;
    }
    if (step.entry_id === null) continue;
    counted.entries++;
    sums[step.kind] += step.delta;
    if (step.balance_after !== sums[step.kind] || step.balance_after < 0)
      yield `entry ${step.entry_id} leaves ${step.balance_after} ${step.kind} where ${sums[step.kind]} are due`;
  }
  if (player !== null) yield* endFaults(player, sums);
}

function* endFaults(player: Step, sums: Record<TokenKind, number>): Generator<string> {
  for (const kind of ["missiles", "free_spins"] as const)
    if (player[kind] !== sums[kind])
      yield `player ${player.player_id} has ${player[kind]} ${kind}, and entries of ${sums[kind]}`;
}
