import { createHmac } from "node:crypto";
import { toWeek } from "../../../src/modules/messenger/leaderboard/rules.ts";
import {
  addActive,
  addAnswer,
  addEntry,
  addEvent,
  addFlow,
  addOutcome,
  addPlayerDay,
  addRound,
  addScore,
  addTokens,
  addTotal,
  commitSeed,
  findAnswer,
  findGroup,
  findMissions,
  findPause,
  findPlayer,
  findScore,
  findSeed,
  findSession,
  findWheel,
  house,
  inSharedCommit,
  open,
  type Row,
  setBalance,
  setGroup,
  setTokens,
  sha256,
  useSeed,
} from "./messenger-store.ts";

/**
 * Baseline for the mini-app: wheel plays and status optimised for speed alone, on the same tables, indexes and pragmas,
 * with shared commits. Usage: messenger.ts DATABASE; prints its port.
 */

interface Segment {
  label: string;
  weight: number;
  reward: { kind: string; amount: number };
}

const setups = new Map<number, { segments: Segment[]; shown: object[]; total: number }>();

function setupOf(wheel: Row) {
  const known = setups.get(Number(wheel.setup_id));
  if (known !== undefined) return known;
  const { segments } = JSON.parse(String(wheel.setup)) as { segments: Segment[] };
  const total = segments.reduce((sum, { weight }) => sum + weight, 0);
  const shown = segments.map(({ label, reward, weight }, index) => ({
    index,
    label,
    weight,
    probability_pct: (weight / total) * 100,
    reward: rewardOf(reward),
  }));
  const made = { segments, shown, total };
  setups.set(Number(wheel.setup_id), made);
  return made;
}

const rewardOf = ({ kind, amount }: Segment["reward"]) => ({
  kind,
  amount: kind === "salutes" ? amount / 100 : amount,
});
const balancesOf = (salutes: number, missiles: number, free_spins: number) => ({
  balances: { salutes: salutes / 100, missiles, free_spins },
  missile_balance: missiles,
  free_spin_balance: free_spins,
});
const fairnessOf = (seed: Row, nonce: number) => ({
  algorithm: "reject-v1",
  server_seed_hash: seed.server_seed_hash,
  client_seed: seed.client_seed,
  client_seed_source: seed.client_seed_source,
  nonce,
  server_seed: null,
  inclusion: null,
});

function drawn(seed: Row, weights: Segment[], total: number): number {
  const block = createHmac("sha256", open(seed)).update(`${seed.client_seed}:${seed.next_nonce}:0`).digest();
  const limit = 2 ** 32 - (2 ** 32 % total);
  let offset = 0;
  while (block.readUInt32BE(offset) >= limit) offset += 4;
  let left = block.readUInt32BE(offset) % total;
  return weights.findIndex(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

function post(row: Row, balance: number, delta: number, cause: string, now: number): number {
  const entry = Number(
    addEntry.run(house, row.user_id as number, delta, balance + delta, `miniapp:${cause}`, now)
      .lastInsertRowid,
  );
  const event = {
    user_id: String(row.user_id),
    external_id: row.external_id,
    delta: delta / 100,
    balance: (balance + delta) / 100,
  };
  const more = { reason: "miniapp.wheel", source: "miniapp", ledger_entry_id: entry };
  const type = delta > 0 ? "salutes.credit" : "salutes.debit";
  addEvent.run(`evt_${entry}`, house, type, JSON.stringify({ ...event, ...more }), now);
  return balance + delta;
}

function play(player: number, body: { idempotency_key: string }): object {
  const now = Date.now();
  const day = Math.floor(now / 86_400_000);
  const hash = sha256(JSON.stringify({ pay: "salutes" }));
  if (findAnswer.get(player, body.idempotency_key) !== null) return { success: false };
  const row = findPlayer.get(player) as Row;
  const wheel = findWheel.get(now) as Row;
  if (findPause.get() !== null || Number(row.balance) < Number(wheel.cost)) return { success: false };
  const { segments, shown, total } = setupOf(wheel);
  const seed = (findSeed.get(player) as Row | null) ?? commitSeed(player, now);
  const index = drawn(seed, segments, total);
  useSeed.run(seed.id as number);
  const { label = "", reward = { kind: "nothing", amount: 0 } } = segments[index] ?? {};
  const paid = (kind: string) => (reward.kind === kind ? reward.amount : 0);
  const cost = Number(wheel.cost);
  const setup = Number(wheel.setup_id);
  const round = Number(
    addRound.run(
      player,
      setup,
      seed.id as number,
      seed.next_nonce as number,
      seed.client_seed as string,
      cost,
      index,
      paid("salutes"),
      now,
      now,
    ).lastInsertRowid,
  );
  let balance = post(row, Number(row.balance), -cost, `round:${round}:cost`, now);
  if (paid("salutes") > 0) {
    balance = post(row, balance, reward.amount, `round:${round}:reward`, now);
    score(row, reward.amount, now);
  }
  setBalance.run(balance, now, row.user_id as number);
  const [missiles, spins] = [
    Number(row.missiles) + paid("missiles"),
    Number(row.free_spins) + paid("free_spins"),
  ];
  if (reward.kind === "missiles" || reward.kind === "free_spins") {
    const after = reward.kind === "missiles" ? missiles : spins;
    addTokens.run(player, reward.kind, reward.amount, after, `round:${round}:reward`, now);
    setTokens.run(missiles, spins, player);
  }
  const today = addPlayerDay.get(player, day, paid("salutes")) as { wheel_rounds: number };
  if (today.wheel_rounds === 1) addActive.run(day, day);
  addFlow.run(day, setup, cost, paid("salutes"), paid("missiles"), paid("free_spins"));
  addOutcome.run(setup, index, day);
  addTotal.get(setup, paid("salutes"));
  findMissions.all(player);
  const answer = {
    success: true,
    round: {
      id: round,
      game_key: "spin-wheel",
      nonce: seed.next_nonce,
      segment_index: index,
      label,
      reward: rewardOf(reward),
      paid_with: "salutes",
      cost: cost / 100,
      campaign: { key: wheel.key, revision: wheel.revision },
      segments: shown,
      fairness: fairnessOf(seed, Number(seed.next_nonce)),
      created_at: new Date(now).toISOString(),
    },
    ...balancesOf(balance, missiles, spins),
  };
  addAnswer.run(player, body.idempotency_key, hash, JSON.stringify(answer), now);
  return { ...answer, replayed: false };
}

/** Ranks are counted in groups. Group splits, at most one in 128 plays, are left out. */
function score({ id, first_name }: Row, amount: number, now: number): void {
  const player = Number(id);
  const week = toWeek(now);
  const before = findScore.get(week, player) as Row | null;
  const from = Number(before?.negated_score ?? 0);
  addScore.run(week, player, -amount, now, first_name ?? "");
  for (let level = 1; level <= 2; level++) {
    const entered = findGroup.get(week, level, from - amount, now, player) as Row | null;
    if (entered === null) return;
    const left =
      before === null
        ? null
        : (findGroup.get(week, level, from, Number(before.reached_at), player) as Row | null);
    if (left !== null && left.negated_score === entered.negated_score && left.player_id === entered.player_id)
      return;
    moveGroup(week, level, entered, 1);
    if (left !== null) moveGroup(week, level, left, -1);
  }
}

function moveGroup(week: number, level: number, group: Row, by: number): void {
  const place = [group.negated_score, group.reached_at, group.player_id].map(Number);
  setGroup.run(by, week, level, ...place);
}

function status(row: Row): object {
  const now = Date.now();
  const wheel = findWheel.get(now) as Row;
  const seed = findSeed.get(row.id as number) as Row | null;
  return {
    success: true,
    campaign: {
      key: wheel.key,
      revision: wheel.revision,
      title: wheel.title,
      cost: Number(wheel.cost) / 100,
      free_spin_every_hours: wheel.free_spin_every_hours,
      segments: setupOf(wheel).shown,
    },
    can_play: findPause.get() === null,
    reason: null,
    next_free_at: new Date(now).toISOString(),
    fairness: seed === null ? null : fairnessOf(seed, Number(seed.next_nonce)),
    ...balancesOf(Number(row.balance), Number(row.missiles), Number(row.free_spins)),
  };
}

let requests = 0;

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = (await request.json()) as { idempotency_key: string };
    const row = findSession.get(sha256(request.headers.get("authorization")?.slice(7) ?? "")) as Row | null;
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": `req_${++requests}`,
      "x-content-type-options": "nosniff",
    };
    if (row === null || Number(row.expires_at) < Date.now())
      return new Response("{}", { status: 401, headers });
    const answer = request.url.endsWith("/play")
      ? await inSharedCommit(() => play(row.id as number, body))
      : status(row);
    return new Response(JSON.stringify(answer), { headers });
  },
});
console.log(server.port);
process.on("SIGTERM", () => process.exit(0));
