import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { rolloutPosition } from "../../../../src/modules/messenger/audiences/index.ts";
import { createMessengerWorld, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import type { World } from "../../../harness/app/world.ts";

let world: World;
let desk: Desk;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
});
afterEach(() => world.close());

const WHEEL = {
  key: "test-wheel",
  title: "Test wheel",
  segments: [
    { label: "Nothing", weight: 3, reward: { kind: "nothing" } },
    { label: "Ten", weight: 1, reward: { kind: "salutes", amount: 10 } },
  ],
  cost: 5,
};
const saveWheel = (body: object = {}) => desk.post("admin/games/wheel-campaigns", { ...WHEEL, ...body });

describe("wheels", () => {
  test("are saved with exact odds, and saving again creates the next revision", async () => {
    const { json } = await saveWheel();
    expect(json.campaign).toMatchObject({
      key: "test-wheel",
      revision: 1,
      algorithm: "reject-v1",
      expected_value: { fraction: "5/2", decimal: "2.5" },
      return_pct: 50,
      free_spin_every_hours: null,
      enabled: true,
    });
    expect(json.campaign.segments[1]).toEqual({
      index: 1,
      label: "Ten",
      weight: 1,
      probability_pct: 25,
      reward: { kind: "salutes", amount: 10 },
    });
    expect((await saveWheel({ title: "Other" })).json.campaign.revision).toBe(2);
    const listed = (await desk.get("admin/games/wheel-campaigns")).json.campaigns;
    expect(listed.find((each: { key: string }) => each.key === "test-wheel").title).toBe("Other");
    const keys = listed.map(({ key }: { key: string }) => key);
    world.clock.advance(1_000);
    await saveWheel({ key: keys.at(-1) });
    await saveWheel({ key: "newest" });
    const after = (await desk.get("admin/games/wheel-campaigns")).json.campaigns;
    expect(after.map(({ key }: { key: string }) => key)).toEqual(["newest", ...keys]);
    const stale = await saveWheel({ expected_revision: 1 });
    expect([stale.status, stale.json.error, stale.json.current_revision]).toEqual([
      409,
      "revision_conflict",
      2,
    ]);
  });

  test("with a too high expected value are refused with the exact figures, and not saved", async () => {
    const ten = (amount: number) => [{ label: "x", weight: 1, reward: { kind: "salutes", amount } }];
    const over = await saveWheel({ cost: 0, segments: ten(100.01) });
    expect([over.status, over.json.error]).toEqual([400, "expected_value_too_high"]);
    expect(over.json).toMatchObject({
      expected_value: { fraction: "10001/100", decimal: "100.01" },
      max_expected_value: 100,
    });
    const free = { cost: 0, free_spin_every_hours: 24 };
    expect((await saveWheel({ ...free, segments: ten(100) })).status).toBe(200);
    const owner = await messengerDesk(world, "owner");
    const endless = [{ label: "x", weight: 1, reward: { kind: "free_spins", amount: 1 } }];
    const wheel = { ...WHEEL, segments: endless, override_reason: "Anniversary day" };
    const { status, json } = await owner.post("admin/games/wheel-campaigns", wheel);
    expect([status, json.error, json.expected_value.fraction]).toEqual([
      400,
      "expected_value_too_high",
      "1/0",
    ]);
    expect(json.message).toContain("never ends");
  });

  test("that mint are refused, unless an owner gives a reason", async () => {
    const always = (reward: object) => [{ label: "x", weight: 1, reward }];
    const generous = { segments: always({ kind: "salutes", amount: 5.01 }) };
    const refused = await saveWheel(generous);
    expect([refused.status, refused.json]).toEqual([
      409,
      expect.objectContaining({ error: "game_mints", expected_return_pct: 100.2 }),
    ]);
    const free = await saveWheel({ cost: 0, segments: always({ kind: "salutes", amount: 1 }) });
    expect([free.status, free.json.error]).toEqual([409, "game_mints"]);
    const reasoned = { ...generous, override_reason: "Anniversary day" };
    expect((await saveWheel(reasoned)).json.error).toBe("game_mints");
    expect((await desk.get("admin/games/wheel-campaigns")).json.count).toBe(1);
    const owner = await messengerDesk(world, "owner");
    const saved = await owner.post("admin/games/wheel-campaigns", { ...WHEEL, ...reasoned });
    expect(saved.json.campaign).toMatchObject({ revision: 1, return_pct: 100.2 });
    const audited = world.services.live.read.get<{ details: string }>(
      "SELECT details FROM audit_entries WHERE action = 'wheel_campaign.save' ORDER BY id DESC",
    );
    expect(JSON.parse(audited?.details ?? "{}")).toMatchObject({
      override_reason: "Anniversary day",
      minting: [{ kind: "wheel", key: "test-wheel", expected_return_pct: 100.2 }],
    });
  });

  test("that mint by an owner's decision can be disabled and ended by an operator, but not opened again", async () => {
    const owner = await messengerDesk(world, "owner");
    const mint = [{ label: "x", weight: 1, reward: { kind: "salutes", amount: 200 } }];
    const wheel = { ...WHEEL, starts_at: "2026-01-01T00:00:00Z", segments: mint };
    const config = { tiles: 10, mines: 1, targets: 9, reward_per_target: 5, missile_price: 1 };
    const grid = { key: "g", title: "G", game_key: "recon-grid", config };
    for (const [path, body] of [
      ["wheel-campaigns", wheel],
      ["catalog-campaigns", grid],
    ] as const) {
      const save = (more: object = {}) => desk.post(`admin/games/${path}`, { ...body, ...more });
      if (path === "catalog-campaigns")
        await owner.post(`admin/games/${path}`, { ...body, override_reason: "Anniversary day" });
      expect((await save({ enabled: false })).status).toBe(200);
      expect((await save({ ends_at: "2026-01-02T00:00:00Z" })).status).toBe(200);
      expect((await save()).status).toBeWithin(400, 410);
    }
  });

  test("invalid values are refused with their field", async () => {
    const segment = WHEEL.segments[0];
    const faults: [object, string][] = [
      [{ segments: [] }, "segments"],
      [{ segments: [{ ...segment, weight: 0 }] }, "segments.0.weight"],
      [{ segments: [{ ...segment, weight: 1_000_001 }] }, "segments.0.weight"],
      [
        { segments: [{ ...segment, reward: { kind: "salutes", amount: 0.001 } }] },
        "segments.0.reward.amount",
      ],
      [{ cost: 0.001 }, "cost"],
      [{ audience: "none" }, "audience"],
      [{ free_spin_every_hours: 0 }, "free_spin_every_hours"],
      [{ starts_at: "2026-12-02T00:00:00Z", ends_at: "2026-12-02T00:00:00Z" }, "ends_at"],
    ];
    for (const [fault, field] of faults) {
      const { json, status } = await saveWheel(fault);
      expect([status, json.details?.[0].field]).toEqual([400, field]);
    }
  });

  test("the missile price comes from the first enabled grid", async () => {
    const grid = (key: string, position: number, missile_price: number, reward_per_target = 1) =>
      desk.post("admin/games/catalog-campaigns", {
        key,
        game_key: "recon-grid",
        title: "Grid",
        position,
        config: { missile_price, reward_per_target },
      });
    await grid("b", -1, 4);
    await grid("a", -2, 2);
    const segments = [{ label: "m", weight: 1, reward: { kind: "missiles", amount: 1 } }];
    expect((await saveWheel({ segments })).json.campaign.expected_value.fraction).toBe("2/1");
    expect((await grid("b", -1, 60)).status).toBe(200);
    const generous = await grid("b", -1, 60, 250);
    expect([generous.status, generous.json.error]).toEqual([409, "game_mints"]);
    expect(generous.json.campaigns).toContainEqual(
      expect.objectContaining({ kind: "wheel", key: "test-wheel", reason: "returns more than its cost" }),
    );
  });
});

describe("catalog campaigns", () => {
  const CAMPAIGN = { key: "c", game_key: "recon-grid", title: "Grid" };
  const save = (body: object = {}) => desk.post("admin/games/catalog-campaigns", { ...CAMPAIGN, ...body });

  test("store the grid's rules, with defaults for omitted ones", async () => {
    const { json } = await save({ config: { tiles: 16, mines: 2 } });
    expect(json.campaign).toMatchObject({
      key: "c",
      revision: 1,
      position: 0,
      description: null,
      config: { tiles: 16, mines: 2, targets: 5, max_missiles_per_purchase: 100 },
    });
    expect((await save({ expected_revision: 3 })).json.error).toBe("revision_conflict");
    expect((await desk.get("admin/games/catalog-campaigns")).json.campaigns.length).toBeGreaterThan(1);
  });

  test("that mint are refused: a round may be given up at the best moment", async () => {
    // Played to its end a round returns 98.6 %, given up at the best moment 104.5 %.
    const config = { missile_price: 1, reward_per_target: 4.75, clear_bonus: 23.7 };
    const refused = await save({ config });
    expect([refused.status, refused.json.error]).toEqual([409, "game_mints"]);
    expect(refused.json.expected_return_pct).toBeCloseTo(104.4916, 4);
    const free = await save({ config: { missile_price: 0 } });
    expect([free.json.error, free.json.expected_return_pct]).toEqual(["game_mints", null]);
    const { campaign } = (await save({ config: { reward_per_target: 4 } })).json;
    expect(campaign.return_pct).toBeWithin(80, 90);
  });

  test("require room for mines and targets, and accept no rules for the wheel", async () => {
    const full = await save({ config: { tiles: 8, mines: 4, targets: 5 } });
    expect([full.status, full.json.details[0].field]).toEqual([400, "config.targets"]);
    const wheel = await save({ game_key: "spin-wheel", config: { tiles: 9 } });
    expect(wheel.json.details[0].field).toBe("config");
    expect((await save({ game_key: "spin-wheel", config: {} })).json.campaign.config).toBeNull();
  });
});

describe("audience groups", () => {
  test("show their size, and are replaced by key", async () => {
    for (const id of [1, 2, 3]) await newPlayer(world, id);
    const save = (rule: object, more: object = {}) =>
      desk.post("admin/games/audience-groups", { key: "g", title: "G", rule, ...more });
    expect((await save({ all: true })).json.audience_group).toMatchObject({ revision: 1, size: 3 });
    expect((await save({ telegram_ids: [1, 9] })).json.audience_group).toMatchObject({
      revision: 2,
      size: 1,
    });
    expect((await save({ any: [{ language: "de" }, { min_salutes: 0 }] })).json.audience_group.size).toBe(3);
    expect((await save({ every: [{ wallet_verified: true }] })).json.audience_group.size).toBe(0);
    expect((await save({ all: true }, { enabled: false })).json.audience_group.size).toBe(0);
    expect((await save({ all: true }, { expected_revision: 1 })).json.current_revision).toBe(5);
    const [listed] = (await desk.get("admin/games/audience-groups")).json.audience_groups;
    expect(listed).toMatchObject({ key: "g", enabled: false, rule: { all: true } });
  });

  test("salutes with more than two decimals are refused by name", async () => {
    const rule = { every: [{ language: "de" }, { min_salutes: 0.001 }] };
    const answer = await desk.post("admin/games/audience-groups", { key: "g", title: "G", rule });
    expect([answer.status, answer.json.details[0].field]).toEqual([400, "rule.every.1.min_salutes"]);
  });

  test("empty and unknown rules are refused", async () => {
    for (const rule of [{}, { any: [] }, { every: [{}] }, { all: false }, { every: [{ shoe_size: 4 }] }]) {
      const answer = await desk.post("admin/games/audience-groups", { key: "g", title: "G", rule });
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_payload"]);
    }
  });

  test("a percentage includes about that share of players, and a higher one keeps them", async () => {
    const ids = Array.from({ length: 4_000 }, (_, index) => 1_000 + index);
    const under = (percent: number) => ids.filter((id) => rolloutPosition(id, "s") < percent);
    expect(Math.abs(under(25).length - 1_000)).toBeLessThan(120);
    const half = new Set(under(50));
    expect(under(25).every((id) => half.has(id))).toBe(true);
  });
});

test("the catalog names every game's expected return, with missiles and free spins among its prizes", async () => {
  const player = await newPlayer(world, 1);
  const returns = async () => {
    const { games } = (await player.post("games/catalog")).json;
    return Object.fromEntries(
      games.map(({ expected_return_pct, game_key }: { expected_return_pct: number; game_key: string }) => [
        game_key,
        expected_return_pct,
      ]),
    );
  };
  // (1.45 salutes + 0.35 missiles at 2 salutes) / (1 - 0.08 free spins) / 4 salutes.
  expect(await returns()).toEqual({ "spin-wheel": 58.42391304, "recon-grid": 54.83418565 });
  await saveWheel({ key: "free", cost: 0, free_spin_every_hours: 1, starts_at: "2026-01-01T00:00:00Z" });
  expect((await returns())["spin-wheel"]).toBeNull();
});

describe("catalog preview", () => {
  test("shows a player's games, and on request why other campaigns are hidden", async () => {
    await newPlayer(world, 1);
    await saveWheel({ key: "off", enabled: false });
    await desk.post("admin/games/audience-groups", { key: "g", title: "G", rule: { telegram_ids: [8] } });
    await saveWheel({ key: "foreign", audience: "g" });
    await saveWheel({ key: "later", starts_at: "2027-01-01T00:00:00Z" });
    await saveWheel({ key: "gone", ends_at: "2026-01-01T00:00:00Z" });
    const plain = (await desk.get("admin/games/catalog-preview?telegram_user_id=1")).json;
    expect(plain).toMatchObject({ telegram_user_id: 1, is_player: true, campaigns: null });
    const { campaigns } = (await desk.get("admin/games/catalog-preview?telegram_user_id=1&admin_view=1"))
      .json;
    const reasons = Object.fromEntries(
      campaigns
        .filter(({ kind }: { kind: string }) => kind === "wheel")
        .map(({ hidden_because, key }: { hidden_because: string; key: string }) => [key, hidden_because]),
    );
    expect(reasons).toMatchObject({
      off: "disabled",
      foreign: "not_in_audience",
      later: "not_begun",
      gone: "over",
    });
    const { linked_user_id } = (await desk.get("admin/games/user-activity/1")).json.profile;
    expect(linked_user_id).toBe(
      (await (await newPlayer(world, 1)).post("init/verify")).json.linked_user.user_id,
    );
    const linked = await desk.get(`admin/games/catalog-preview?linked_user_id=${linked_user_id}`);
    expect(linked.json.telegram_user_id).toBe(1);
    expect((await desk.get("admin/games/catalog-preview")).json).toMatchObject({ telegram_user_id: null });
    expect((await desk.get("admin/games/catalog-preview?linked_user_id=99999")).json.error).toBe(
      "player_not_found",
    );
    const both = `telegram_user_id=1&linked_user_id=${linked_user_id}`;
    expect((await desk.get(`admin/games/catalog-preview?${both}`)).status).toBe(400);
  });
});
