import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { createMessengerWorld, initData, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

const PROMO = { code: "Spring-26", title: "Spring", reward: { kind: "missiles", amount: 3 } };
const save = (body: object = {}) => desk.post("admin/games/promos", { ...PROMO, ...body });

describe("redeeming a code", () => {
  test("pays once per player in any letter case; a replay pays nothing more", async () => {
    await save();
    const player = await newPlayer(world, 7);
    const claim = { code: "SPRING-26", idempotency_key: "one" };
    const first = await player.act("games/promos/claim", claim);
    expect(first.json).toMatchObject({
      promo: { code: "Spring-26", title: "Spring" },
      reward: { kind: "missiles", amount: 3 },
      missile_balance: 3,
      replayed: false,
    });
    expect((await player.act("games/promos/claim", claim)).json).toMatchObject({
      missile_balance: 3,
      replayed: true,
    });
    const again = await player.act("games/promos/claim", { code: "spring-26" });
    expect([again.status, again.json.error]).toEqual([409, "promo_already_claimed"]);
    const conflict = await player.act("games/promos/claim", { ...claim, code: "other" });
    expect([conflict.status, conflict.json.error]).toEqual([409, "idempotency_conflict"]);
    expect((await desk.get("admin/games/promos")).json.promos[0].claims).toBe(1);
  });

  test("is refused before the start, after the end and outside the audience; a disabled code is unknown", async () => {
    const at = (ms: number) => new Date(world.clock.now() + ms).toISOString();
    await desk.post("admin/games/audience-groups", { key: "g", title: "G", rule: { telegram_ids: [8] } });
    await save({ starts_at: at(HOUR_MS), ends_at: at(2 * HOUR_MS) });
    await save({ code: "foreign", audience: "g" });
    await save({ code: "off", enabled: false });
    const player = await newPlayer(world, 7);
    const claim = async (code: string) => {
      const { json, status } = await player.act("games/promos/claim", { code });
      return [status, json.error];
    };
    expect(await claim("spring-26")).toEqual([409, "promo_closed"]);
    expect(await claim("foreign")).toEqual([403, "not_in_audience"]);
    expect(await claim("off")).toEqual([404, "promo_not_found"]);
    world.clock.advance(2 * HOUR_MS);
    expect(await claim("spring-26")).toEqual([409, "promo_closed"]);
    expect((await player.post("missions/list")).json.missile_balance).toBe(0);
  });

  test("after ten unknown codes in a minute, valid codes are refused until the next minute", async () => {
    await save();
    const player = await newPlayer(world, 7);
    for (let miss = 0; miss < 10; miss++)
      expect((await player.act("games/promos/claim", { code: `none${miss}` })).status).toBe(404);
    const blocked = await player.act("games/promos/claim", { code: "spring-26" });
    expect([blocked.status, blocked.json.error]).toEqual([429, "rate_limited"]);
    expect(blocked.headers.get("retry-after")).not.toBeNull();
    const other = await newPlayer(world, 8);
    expect((await other.act("games/promos/claim", { code: "spring-26" })).status).toBe(200);
    world.clock.advance(MINUTE_MS);
    expect((await player.act("games/promos/claim", { code: "spring-26" })).status).toBe(200);
  });

  test("concurrent calls never exceed max_claims", async () => {
    await save({ max_claims: 2 });
    const players = await Promise.all([1, 2, 3, 4].map((id) => newPlayer(world, id)));
    const answers = await Promise.all(
      players.map((player) => player.act("games/promos/claim", { code: "spring-26" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect((await desk.get("admin/games/promos")).json.promos[0].claims).toBe(2);
  });

  test("is refused for suspended players and init data over 15 minutes old", async () => {
    await save();
    const player = await newPlayer(world, 7);
    const key = await world.createKey("house");
    await world.call("PATCH", "/api/partner/users/ext:tg:7", { key, body: { status: "suspended" } });
    expect((await player.act("games/promos/claim", { code: "spring-26" })).json.error).toBe("state_conflict");
    const old = { authorization: `tma ${initData(world, 8, { ageMs: 16 * MINUTE_MS })}` };
    const body = { code: "spring-26", idempotency_key: "k" };
    const late = await world.call("POST", "/api/telegram/games/promos/claim", { body, headers: old });
    expect([late.status, late.json.error]).toEqual([401, "init_data_expired"]);
  });

  test("counts for missions in the same commit", async () => {
    await save({ reward: { kind: "salutes", amount: 4 } });
    for (const [mission_key, kind] of [
      ["promo", "promo_claimed"],
      ["earned", "salutes_earned"],
    ]) {
      const mission = {
        mission_key,
        title: "T",
        goal: { kind, target: 1 },
        reward: { kind: "free_spins", amount: 1 },
      };
      await desk.post("admin/missions", mission);
      await desk.post(`admin/missions/${mission_key}/activate`);
    }
    const player = await newPlayer(world, 7);
    for (const mission_key of ["promo", "earned"]) await player.post("missions/enroll", { mission_key });
    const claimed = await player.act("games/promos/claim", { code: "spring-26" });
    expect(claimed.json.balances).toEqual({ salutes: 4, missiles: 0, free_spins: 2 });
    expect((await player.post("missions/history")).json.missions).toHaveLength(2);
  });
});

describe("managing promos", () => {
  test("saving a code again replaces it and keeps its claims, optionally with an expected revision", async () => {
    expect((await save({ expected_revision: 0 })).json.promo).toMatchObject({ revision: 1, enabled: true });
    const player = await newPlayer(world, 7);
    await player.act("games/promos/claim", { code: "spring-26" });
    const replaced = await save({ code: "SPRING-26", title: "Again", expected_revision: 1 });
    expect(replaced.json.promo).toMatchObject({ code: "SPRING-26", title: "Again", revision: 2, claims: 1 });
    const stale = await save({ expected_revision: 1 });
    expect([stale.status, stale.json.error, stale.json.current_revision]).toEqual([
      409,
      "revision_conflict",
      2,
    ]);
    const fault = await save({
      max_claims: 1,
      ends_at: "2020-01-01T00:00:00Z",
      starts_at: "2020-01-02T00:00:00Z",
    });
    expect([fault.status, fault.json.details[0].field]).toEqual([400, "ends_at"]);
  });

  test("disabled promos are listed on request", async () => {
    await save({ enabled: false });
    expect((await desk.get("admin/games/promos")).json.promos).toEqual([]);
    expect((await desk.get("admin/games/promos?include_disabled=1")).json.promos).toHaveLength(1);
  });

  test("viewers cannot create promos", async () => {
    world.clock.advance(1);
    const viewer = await messengerDesk(world, "viewer");
    expect((await viewer.post("admin/games/promos", PROMO)).status).toBe(403);
    expect((await viewer.get("admin/games/promos")).json.promos).toEqual([]);
  });
});
