import type { RowOf } from "../../../db/row.ts";
import type { Sql } from "../../../db/sql.ts";
import type { messengerEntries, messengerPlayers } from "../../../db/tables/messenger/players.ts";
import { type Invariant, toFinding } from "../../platform/invariants/index.ts";
import type { TokenKind } from "./store.ts";

interface EntryStep
  extends Pick<RowOf<typeof messengerEntries>, "player_id" | "kind" | "delta" | "balance_after">,
    Pick<RowOf<typeof messengerPlayers>, "missiles" | "free_spins"> {
  entry_id: number | null;
}

/** Streams in primary key and index order: no sort and no temporary table. */
const STEPS = `SELECT p.id AS player_id, p.missiles, p.free_spins, e.id AS entry_id, e.kind, e.delta, e.balance_after
  FROM messenger_players AS p LEFT JOIN messenger_entries AS e ON e.player_id = p.id ORDER BY p.id, e.id`;

/**
 * Per player and kind: the balance equals the sum of the entries, each balance_after equals the sum up to its entry, and
 * none is negative.
 */
export const tokenBalances: Invariant = {
  name: "messenger_balances",
  run(sql) {
    const totals = { players: 0, entries: 0 };
    return toFinding(
      faults(sql, totals),
      () =>
        `${totals.entries} entries of missiles and free spins match the balances of ${totals.players} players`,
    );
  },
};

function* faults(sql: Sql, totals: { players: number; entries: number }): Generator<string> {
  let player: EntryStep | null = null;
  let sums: Record<TokenKind, number> = { missiles: 0, free_spins: 0 };
  for (const step of sql.iterate<EntryStep>(STEPS)) {
    if (step.player_id !== player?.player_id) {
      if (player !== null) yield* balanceFaults(player, sums);
      player = step;
      sums = { missiles: 0, free_spins: 0 };
      totals.players++;
    }
    if (step.entry_id === null) continue;
    totals.entries++;
    sums[step.kind] += step.delta;
    if (step.balance_after !== sums[step.kind] || step.balance_after < 0)
      yield `entry ${step.entry_id} has balance_after ${step.balance_after} ${step.kind}, expected ${sums[step.kind]}`;
  }
  if (player !== null) yield* balanceFaults(player, sums);
}

function* balanceFaults(player: EntryStep, sums: Record<TokenKind, number>): Generator<string> {
  for (const kind of ["missiles", "free_spins"] as const)
    if (player[kind] !== sums[kind])
      yield `player ${player.player_id} has ${player[kind]} ${kind}, but the entries sum to ${sums[kind]}`;
}
