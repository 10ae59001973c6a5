import type { Sql } from "../../../db/sql.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { listEntries } from "../balances/index.ts";
import { findGridSetup, findWheelSetup } from "../campaigns/index.ts";
import { listPurchases } from "../items/index.ts";
import { listOwnMissions, listPlayerDecisions } from "../missions/index.ts";
import { type Player, requirePlayer } from "../players/index.ts";
import { listRounds, type RoundRow } from "../rounds/index.ts";
import { type ActivityView, profileView } from "./model.ts";
import { findProfile, listSaluteEntries } from "./store.ts";

const MAX_ROWS = 200;

/** A player's recent activity: the newest 200 rows of each kind. @throws Problem player_not_found */
export function readActivity(sql: Sql, telegramId: number, now: number): ActivityView {
  const player = requirePlayer(sql, telegramId);
  const profile = findProfile(sql, telegramId);
  if (profile === null) throw new Error(`player ${telegramId} has no profile`);
  const { id } = player.row;
  return {
    profile: profileView(profile),
    rounds: listRounds(sql, id, { limit: MAX_ROWS }).map((round) => roundView(sql, round)),
    purchases: listPurchases(sql, id, MAX_ROWS).map((row) => ({
      id: row.id,
      item: row.item,
      quantity: row.quantity,
      cost: fromHundredths(row.cost),
      campaign_key: row.campaign_key,
      created_at: isoUtc(row.created_at),
    })),
    entries: entriesOf(sql, player),
    missions: missionsOf(sql, player, now),
    decisions: listPlayerDecisions(sql, id, MAX_ROWS).map((row) => ({
      mission_key: row.mission_key,
      decision: row.decision,
      shadow: row.is_shadow === 1,
      kind: row.last_kind,
      count: row.count,
      last_at: isoUtc(row.last_at),
    })),
  };
}

/** The newest 200 enrollments, active or done. */
function missionsOf(sql: Sql, player: Player, now: number): ActivityView["missions"] {
  const locale = SOURCE_LOCALE;
  return (["active", "done"] as const)
    .flatMap((state) => listOwnMissions(sql, player, { locale, now, state }))
    .sort((a, b) => Date.parse(b.enrolled_at) - Date.parse(a.enrolled_at))
    .slice(0, MAX_ROWS)
    .map(({ completed_at, enrolled_at, mission_key, progress: { target, value }, state, title }) => ({
      mission_key,
      title,
      state,
      value,
      target,
      enrolled_at,
      completed_at,
    }));
}

/** The newest 200 entries of all three balances together. */
function entriesOf(sql: Sql, { row, user }: Player): ActivityView["entries"] {
  const salutes = listSaluteEntries(sql, user.id, MAX_ROWS).map((entry) => ({
    ...entry,
    kind: "salutes" as const,
    delta: fromHundredths(entry.delta),
    balance_after: fromHundredths(entry.balance_after),
  }));
  return [...salutes, ...listEntries(sql, row.id, MAX_ROWS)]
    .sort((a, b) => b.created_at - a.created_at || b.id - a.id)
    .slice(0, MAX_ROWS)
    .map(({ balance_after, created_at, delta, id, kind, reason }) => ({
      id,
      kind,
      delta,
      balance_after,
      reason,
      created_at: isoUtc(created_at),
    }));
}

function roundView(sql: Sql, round: RoundRow): ActivityView["rounds"][number] {
  const setup =
    round.game_key === "spin-wheel"
      ? findWheelSetup(sql, round.setup_id)
      : findGridSetup(sql, round.setup_id);
  const label =
    "segments" in setup.config
      ? (setup.config.segments[round.segment_index ?? 0]?.label ?? "")
      : `${round.found} of ${setup.config.targets} targets`;
  return {
    id: round.id,
    game_key: round.game_key,
    campaign: { key: setup.campaignKey, revision: setup.revision },
    state: round.state,
    outcome: label,
    paid_with: round.paid_with,
    cost: fromHundredths(round.cost),
    earned: fromHundredths(round.earned),
    created_at: isoUtc(round.created_at),
  };
}
