import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../src/kit/clock.ts";
import { parseRounds, verifyRound } from "../../../src/modules/messenger/fair-play/index.ts";
import { runJob } from "../../harness/app/jobs.ts";
import { createMessengerWorld, newPlayer } from "../../harness/app/messenger.ts";
import type { World } from "../../harness/app/world.ts";
import { naiveRoot } from "../../harness/checks/naive-merkle.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const sha256 = (data: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(data).digest();

test("a rotation reveals the committed seed, and its rounds can be recomputed", async () => {
  const player = await newPlayer(world, 700);
  await player.give(100);
  const { fairness } = (await player.get("games/fairness")).json;
  expect(fairness).toMatchObject({
    client_seed_source: "server",
    nonce: 1,
    server_seed: null,
    inclusion: null,
  });
  const ids = [];
  for (let play = 0; play < 3; play++)
    ids.push(
      (await player.act("games/spin-wheel/play", { pay: "salutes", client_seed: `c${play}` })).json.round.id,
    );
  const rotated = (await player.act("games/fairness/rotate")).json;
  expect(rotated.revealed).toMatchObject({
    server_seed_hash: fairness.server_seed_hash,
    first_nonce: 1,
    last_nonce: 3,
  });
  expect(sha256(rotated.revealed.server_seed).toString("hex")).toBe(fairness.server_seed_hash);
  expect(rotated.fairness).toMatchObject({ client_seed: "c2", client_seed_source: "player", nonce: 1 });
  const answers = await Promise.all(ids.map(async (id) => (await player.get(`games/rounds/${id}`)).json));
  const verdicts = parseRounds(JSON.stringify(answers)).map(verifyRound);
  expect(verdicts.map(({ ok }) => ok)).toEqual([true, true, true]);
  const [first] = answers;
  const forged = { ...first.round, segment_index: (first.round.segment_index + 1) % 7 };
  expect(verifyRound(forged).ok).toBe(false);
  const swapped = { ...first.round, fairness: { ...first.round.fairness, server_seed: "0".repeat(64) } };
  expect(verifyRound(swapped)).toMatchObject({
    ok: false,
    detail: expect.stringContaining("match its commitment"),
  });
});

test("the history lists every round of a player, page by page, with what a verifier needs", async () => {
  const player = await newPlayer(world, 740);
  expect((await player.post("games/rounds")).json).toMatchObject({ rounds: [], count: 0 });
  await player.give(100);
  for (let play = 0; play < 5; play++) await player.act("games/spin-wheel/play", { pay: "salutes" });
  const stranger = await newPlayer(world, 741);
  await stranger.act("games/spin-wheel/play");
  await player.act("games/fairness/rotate");
  const pages = [];
  let cursor: string | null = null;
  do {
    const body: object = cursor === null ? { limit: 2 } : { limit: 2, cursor };
    const { json } = await player.post("games/rounds", body);
    pages.push(json.rounds);
    cursor = json.pagination.next_cursor;
  } while (cursor !== null);
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  const rounds = parseRounds(JSON.stringify(pages.flat()));
  expect(rounds.map(({ nonce }) => nonce)).toEqual([5, 4, 3, 2, 1]);
  expect(rounds.map((round) => verifyRound(round).ok)).toEqual([true, true, true, true, true]);
  expect((await player.post("games/rounds", { cursor: "x" })).status).toBe(400);
});

test("a page of the history has 50 rounds unless asked otherwise, up to 200", async () => {
  const player = await newPlayer(world, 743);
  await player.give(1_000);
  for (let play = 0; play < 51; play++) await player.act("games/spin-wheel/play", { pay: "salutes" });
  const countOf = async (body: object) => (await player.post("games/rounds", body)).json.count;
  expect([await countOf({}), await countOf({ limit: 200 })]).toEqual([50, 51]);
  const refused = await player.post("games/rounds", { limit: 201 });
  expect(refused.json.details).toEqual([{ field: "limit", message: "must be a whole number from 1 to 200" }]);
});

test("a client seed is kept for all later rounds, beyond rotations", async () => {
  const player = await newPlayer(world, 742);
  const kept = await player.post("games/seed", { client_seed: "my seed:" });
  expect([kept.status, kept.json.details[0].field]).toEqual([400, "client_seed"]);
  const { fairness } = (await player.post("games/seed", { client_seed: "my-seed" })).json;
  expect(fairness).toMatchObject({ client_seed: "my-seed", client_seed_source: "player", nonce: 1 });
  const { round } = (await player.act("games/spin-wheel/play")).json;
  expect(round.fairness).toMatchObject({ client_seed: "my-seed", client_seed_source: "player" });
  await player.act("games/fairness/rotate");
  expect((await player.get("games/fairness")).json.fairness.client_seed).toBe("my-seed");
  await player.post("games/seed", { client_seed: "one", idempotency_key: "seed" });
  const other = await player.post("games/seed", { client_seed: "two", idempotency_key: "seed" });
  expect([other.status, other.json.error]).toEqual([409, "idempotency_conflict"]);
});

test("no seed is revealed while a round is active", async () => {
  const player = await newPlayer(world, 701);
  const { id } = (await player.act("games/recon-grid/start")).json.round;
  const refused = await player.act("games/fairness/rotate");
  expect([refused.status, refused.json.error, refused.json.round_id]).toEqual([409, "round_active", id]);
  world.clock.advance(DAY_MS);
  expect((await player.act("games/fairness/rotate")).status).toBe(200);
  const { round } = (await player.get(`games/rounds/${id}`)).json;
  expect(verifyRound(round)).toMatchObject({ ok: true, detail: "25 cells, as drawn" });
});

test("a rotation without rounds has no nonces, and a replay reveals the same seed", async () => {
  const player = await newPlayer(world, 702);
  const first = await player.post("games/fairness/rotate", { idempotency_key: "r" });
  expect(first.json.revealed).toMatchObject({ first_nonce: null, last_nonce: null });
  const again = await player.post("games/fairness/rotate", { idempotency_key: "r" });
  expect(again.json).toEqual({ ...first.json, replayed: true });
});

test("each completed UTC day is logged once with the Merkle root of its commitments, and each commitment has an inclusion proof", async () => {
  const players = await Promise.all([710, 711, 712].map((id) => newPlayer(world, id)));
  const hashes = await Promise.all(
    players.map(async (each) => (await each.get("games/fairness")).json.fairness.server_seed_hash as string),
  );
  expect(await runJob(world, "fair_play")).toContain("no day");
  world.clock.advance(2 * DAY_MS);
  expect(await runJob(world, "fair_play")).toContain("2026-11-21, 2026-11-22");
  expect(await runJob(world, "fair_play")).toContain("no day");
  const { inclusion } = (await players[1]?.get("games/fairness"))?.json.fairness ?? {};
  const entries = world.services.signedLog.db.read.all<{ entry_index: number; kind: string; sha256: string }>(
    "SELECT entry_index, kind, sha256 FROM log_entries WHERE kind = 'fair_play' ORDER BY entry_index",
  );
  expect(entries).toHaveLength(2);
  expect(inclusion.log_index).toBe(entries[0]?.entry_index);
  const object = await world.call("GET", `/log/objects/${entries[0]?.sha256}`);
  const leaves = hashes.map((hash) => Buffer.from(hash, "hex"));
  expect(object.json).toEqual({
    commitments: 3,
    day: "2026-11-21",
    root: Buffer.from(naiveRoot(leaves)).toString("hex"),
    unrevealed: 3,
  });
  expect(inclusion.proof).toMatchObject({ index: 1, size: 3 });
});

test("a day's entry counts only its own commitments as not yet revealed", async () => {
  const [rotating] = await Promise.all([750, 751].map((id) => newPlayer(world, id)));
  world.clock.advance(DAY_MS);
  await rotating?.act("games/fairness/rotate");
  await newPlayer(world, 752);
  await runJob(world, "fair_play");
  const days = world.services.live.read.all("SELECT size, unrevealed FROM messenger_fair_days");
  expect(days).toEqual([{ size: 2, unrevealed: 1 }]);
});

test("used seeds older than 30 days are rotated, but never during an active round", async () => {
  const [idle, busy] = await Promise.all([newPlayer(world, 720), newPlayer(world, 721)]);
  await newPlayer(world, 722);
  await idle.act("games/spin-wheel/play");
  world.clock.advance(31 * DAY_MS);
  await busy.act("games/recon-grid/start");
  expect(await runJob(world, "fair_play")).toContain("rotated 1 seeds");
  expect((await idle.get("games/fairness")).json.fairness.nonce).toBe(1);
  const rows = world.services.live.read.all<{ revealed: number }>(
    "SELECT COUNT(revealed_at) AS revealed FROM messenger_seeds GROUP BY player_id ORDER BY player_id",
  );
  expect(rows.map(({ revealed }) => revealed)).toEqual([1, 0, 0]);
  world.clock.advance(DAY_MS);
  expect(await runJob(world, "fair_play")).toContain("rotated 1 seeds");
  world.clock.advance(31 * DAY_MS);
  expect(await runJob(world, "fair_play")).toContain("rotated 0 seeds");
});

test("seeds are stored encrypted until they are revealed", async () => {
  const player = await newPlayer(world, 730);
  const rows = () =>
    world.services.live.read.all<Record<string, string | null>>("SELECT * FROM messenger_seeds");
  expect(rows()[0]).toMatchObject({ server_seed: null });
  const { server_seed } = (await player.act("games/fairness/rotate")).json.revealed;
  expect(rows()[0]).toMatchObject({ server_seed, server_seed_sealed: null });
  expect(JSON.stringify(rows()[1])).not.toContain(server_seed);
});
