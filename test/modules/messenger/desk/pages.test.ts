import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createMessengerWorld, newPlayer } from "../../../harness/app/messenger.ts";
import { type Desk, messengerDesk } from "../../../harness/app/messenger-desk.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import type { World } from "../../../harness/app/world.ts";

const HOME = "/admin/miniapp";

let world: World;
let desk: Desk;
let browser: Visitor;

beforeEach(async () => {
  world = await createMessengerWorld();
  desk = await messengerDesk(world);
  browser = await signedIn(world, "zoe", "operator");
});
afterEach(() => world.close());

describe("the overview", () => {
  test("shows figures, and its kill switch pauses and resumes a game with a reason", async () => {
    const player = await newPlayer(world, 1);
    await player.act("games/spin-wheel/play");
    const page = await browser.open(HOME);
    expect(page.status).toBe(200);
    for (const words of ["Active players per day", "Salutes per day", "Kill switch", "Before launch"])
      expect(page.text).toContain(words);
    expect((await browser.submit(`${HOME}/pause`, { game_key: "spin-wheel", reason: "odd" })).status).toBe(
      303,
    );
    const paused = (await browser.open(HOME)).text;
    for (const words of ["The game is paused.", "odd, by zoe"]) expect(paused).toContain(words);
    expect((await desk.get("admin/games/spin-wheel")).json.paused).toBe("odd");
    expect((await browser.submit(`${HOME}/resume`, { game_key: "spin-wheel" })).status).toBe(303);
    expect((await desk.get("admin/games/spin-wheel")).json.paused).toBeNull();
    expect((await browser.submit(`${HOME}/pause`)).status).toBe(400);
    expect((await browser.open(`${HOME}?preset=week`)).status).toBe(400);
  });

  test("viewers see no kill switch, and visitors see the sign-in form", async () => {
    const viewer = await signedIn(world, "vic", "viewer");
    const page = await viewer.open(HOME);
    expect([page.status, page.text.includes("Kill switch")]).toEqual([200, false]);
    expect((await viewer.submit(`${HOME}/pause`, { game_key: "spin-wheel", reason: "x" })).status).toBe(403);
    const stranger = await world.call("GET", HOME, { headers: { accept: "text/html" } });
    expect(stranger.status).toBe(403);
  });
});

const WHEEL = {
  key: "autumn",
  title: "Autumn",
  cost: "5",
  label_0: "Nothing",
  weight_0: "3",
  kind_0: "nothing",
  label_1: "Ten",
  weight_1: "1",
  kind_1: "salutes",
  amount_1: "10",
};

describe("the wheel editor", () => {
  test("previews odds, expected value and a simulated distribution without saving", async () => {
    await browser.open(`${HOME}/campaigns/wheel`);
    const page = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, action: "preview" });
    expect(page.status).toBe(200);
    for (const words of ["exactly 5/2 salutes", "50.00 %", "25.000 %", "simulated players", "may be saved"])
      expect(page.text).toContain(words);
    expect((await desk.get("admin/games/wheel-campaigns")).text).not.toContain("autumn");
    const saved = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, action: "save" });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, `${HOME}/campaigns`]);
    expect((await browser.open(`${HOME}/campaigns`)).text).toContain("Autumn");
    const again = await browser.open(`${HOME}/campaigns/wheel?key=autumn`);
    expect(again.text).toContain('name="revision" value="1"');
    expect((await browser.open(`${HOME}/campaigns/wheel?key=none`)).status).toBe(404);
  });

  test("an error is shown beside its input, which keeps the entered value", async () => {
    await browser.open(`${HOME}/campaigns/wheel`);
    const wrong = await browser.submit(`${HOME}/campaigns/wheel`, {
      ...WHEEL,
      weight_1: "many",
      action: "save",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="many"');
    expect(wrong.text).toMatch(/id="weight_1_note" class="note fault"/);
    const generous = await browser.submit(`${HOME}/campaigns/wheel`, {
      ...WHEEL,
      amount_1: "900",
      action: "save",
    });
    expect(generous.status).toBe(400);
    expect(generous.text).toContain("cannot be saved");
    expect((await desk.get("admin/games/wheel-campaigns")).text).not.toContain("autumn");
  });

  test("rows can be added up to the maximum number of segments, and entered values are kept", async () => {
    await browser.open(`${HOME}/campaigns/wheel`);
    let page = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, rows: "6", action: "rows" });
    expect([
      page.status,
      page.text.includes('name="label_13"'),
      page.text.includes('name="label_14"'),
    ]).toEqual([200, true, false]);
    expect(page.text).toContain('value="Autumn"');
    page = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, rows: "62", action: "rows" });
    expect([page.text.includes('name="label_63"'), page.text.includes("Add rows")]).toEqual([true, false]);
    const segments = Object.fromEntries(
      Array.from({ length: 64 }, (_, row) => [`label_${row}`, `weight_${row}`]).flatMap(
        ([label, weight], row) => [
          [label, `S${row}`],
          [weight, "1"],
        ],
      ),
    );
    const wheel = { key: "full", title: "Full", cost: "1", ...segments, action: "save" };
    expect((await browser.submit(`${HOME}/campaigns/wheel`, wheel)).status).toBe(303);
    const [full] = (await desk.get("admin/games/wheel-campaigns")).json.campaigns;
    expect(full.segments.map(({ label }: { label: string }) => label)).toHaveLength(64);
    const again = await browser.open(`${HOME}/campaigns/wheel?key=full`);
    expect(again.text).toContain('value="S63"');
  });

  test("only a previewed wheel is saved, and of two concurrent operators the second gets a conflict", async () => {
    await browser.open(`${HOME}/campaigns/wheel`);
    const shown = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, action: "preview" });
    const seen = /name="seen" value="([^"]+)"/.exec(shown.text)?.[1] ?? "";
    const changed = { ...WHEEL, weight_1: "2", seen, action: "save" };
    const unseen = await browser.submit(`${HOME}/campaigns/wheel`, changed);
    expect([unseen.status, unseen.text.includes("Not saved yet")]).toEqual([200, true]);
    const saved = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, seen, action: "save" });
    expect(saved.status).toBe(303);
    const taken = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, action: "preview" });
    expect([taken.status, taken.text.includes("this one exists")]).toEqual([400, true]);
    await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, revision: "1", action: "save" });
    const late = await browser.submit(`${HOME}/campaigns/wheel`, { ...WHEEL, revision: "1", action: "save" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("Read revision 2");
  });
});

describe("campaigns", () => {
  const EDITORS = {
    promo: {
      key: "fall",
      fields: {
        promo_code: "fall",
        promo_title: "Fall",
        promo_kind: "missiles",
        promo_amount: "2",
        promo_max_claims: "10",
      },
      words: ["2 missiles", "worth 4 salutes", "20 missiles", "of 1 players now"],
      change: { promo_title: "Late fall" },
      wrong: { promo_amount: "2.5" },
    },
    grid: {
      key: "g",
      fields: {
        grid_key: "g",
        grid_title: "Grid",
        grid_tiles: "16",
        grid_description: "Find them",
        grid_algorithm: "stake-v1",
      },
      words: [
        "exactly 75/56 salutes",
        "Missiles used",
        "31.250 %",
        "1.786 %",
        "simulated players",
        "may be saved",
      ],
      change: { grid_title: "Wide grid" },
      wrong: { grid_mines: "16" },
    },
    audience: {
      key: "en",
      fields: {
        audience_key: "en",
        audience_title: "English",
        audience_rule: '{"any": [{"language": "en"}]}',
      },
      words: ["Players in the audience", "100.0 %"],
      change: { audience_title: "English speakers" },
      wrong: { audience_rule: "{" },
    },
  } as const;
  test("an audience of many Telegram ids is changed on its page", async () => {
    const rule = { telegram_ids: Array.from({ length: 10_000 }, (_, index) => 9_000_000_000 + index) };
    await desk.post("admin/games/audience-groups", { key: "many", title: "Many", rule });
    const { status } = await browser.submit(`${HOME}/campaigns/audience`, {
      audience_key: "many",
      audience_title: "Very many",
      audience_rule: JSON.stringify(rule),
      audience_enabled: "1",
      audience_revision: "1",
      action: "save",
    });
    expect(status).toBe(303);
  });

  const LISTS = { promo: "games/promos", grid: "games/catalog-campaigns", audience: "games/audience-groups" };
  const hidden = (text: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? "";

  for (const [name, { change, fields, key, words, wrong }] of Object.entries(EDITORS))
    test(`a new ${name} is previewed, saved as previewed, confirmed, changed and audited`, async () => {
      const path = `${HOME}/campaigns/${name}`;
      const stored = async () => (await desk.get(`admin/${LISTS[name as keyof typeof LISTS]}`)).text;
      const shows = (text: string, key: string) => text.includes(`"${key}"`);
      await newPlayer(world, 1);
      const fresh = await browser.open(path);
      expect([fresh.status, fresh.text.includes('value="save"')]).toEqual([200, false]);

      const preview = await browser.submit(path, { ...fields, action: "preview" });
      expect([preview.status, preview.text.includes('value="save"')]).toEqual([200, true]);
      for (const word of words) expect(preview.text).toContain(word);
      for (const text of Object.values(fields)) expect(preview.text).toContain(Bun.escapeHTML(text));
      expect(shows(await stored(), key)).toBe(false);
      const seen = hidden(preview.text, "seen");

      const other = await browser.submit(path, { ...fields, ...change, seen, action: "save" });
      expect([other.status, other.text.includes("Not saved yet")]).toEqual([200, true]);
      expect(shows(await stored(), key)).toBe(false);
      const saved = await browser.submit(path, { ...fields, seen, action: "save" });
      expect(saved.status).toBe(303);
      const list = await browser.open(saved.headers.get("location") ?? "");
      expect(list.text).toContain(`Saved ${name} ${key}.`);
      expect(list.text).toContain(`href="${path}?key=${key}"`);

      const editor = await browser.open(`${path}?key=${key}`);
      expect(editor.status).toBe(200);
      for (const text of Object.values(fields))
        expect(editor.text).toContain(Bun.escapeHTML(text).replaceAll(": ", ":"));
      const revision = { [`${name}_revision`]: hidden(editor.text, `${name}_revision`) };
      expect((await browser.submit(path, { ...fields, ...change, ...revision, action: "save" })).status).toBe(
        303,
      );
      expect(await stored()).toContain(Object.values(change)[0] ?? "");
      const late = await browser.submit(path, { ...fields, ...revision, action: "save" });
      expect([late.status, late.text.includes("Read revision 2")]).toEqual([409, true]);

      const taken = await browser.submit(path, { ...fields, action: "save" });
      expect([taken.status, taken.text.includes("this one exists")]).toEqual([400, true]);

      const current = { [`${name}_revision`]: "2" };
      const faulty = await browser.submit(path, { ...fields, ...current, ...wrong, action: "save" });
      const [input = "", text = ""] = Object.entries(wrong)[0] ?? [];
      expect(faulty.status).toBe(400);
      if (input !== "grid_mines")
        expect(faulty.text).toMatch(new RegExp(`id="${input}_note" class="note fault"`));
      expect(faulty.text).toContain(Bun.escapeHTML(text));
      expect((await browser.open(`${path}?key=none`)).status).toBe(404);
      const audited = world.services.live.read.all(
        "SELECT 1 FROM audit_entries WHERE subject LIKE ?",
        `%:${key}`,
      );
      expect(audited).toHaveLength(2);
    });

  test("the wheel's catalog campaign is changed without rules, and viewers see no buttons", async () => {
    await desk.post("admin/games/catalog-campaigns", {
      key: "w",
      game_key: "spin-wheel",
      title: "Wheel first",
    });
    const path = `${HOME}/campaigns/grid`;
    const editor = await browser.open(`${path}?key=w`);
    expect([editor.text.includes("grid_tiles"), editor.text.includes("Eligible players")]).toEqual([
      false,
      true,
    ]);
    const grid_revision = hidden(editor.text, "grid_revision");
    const fields = {
      ...{ grid_key: "w", grid_game_key: "spin-wheel", grid_title: "Wheel now" },
      ...{ grid_revision, action: "save" },
    };
    expect((await browser.submit(path, fields)).status).toBe(303);
    expect((await desk.get("admin/games/catalog-campaigns")).text).toContain("Wheel now");
    const viewer = await signedIn(world, "vic", "viewer");
    const seen = await viewer.open(`${path}?key=w`);
    expect([seen.status, seen.text.includes('value="preview"')]).toEqual([200, false]);
    expect((await viewer.submit(path, fields)).status).toBe(403);
  });
});

test("promos have pages, and a CSV of them all", async () => {
  await world.services.live.writer.run((tx) =>
    tx.run(`INSERT INTO promos (code, code_folded, revision, title, reward_kind, reward_amount, claims, enabled,
        created_at, updated_at) SELECT 'p' || value, 'p' || value, 1, 't', 'nothing', 0, 0, 1, 0, 0
      FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 201)
        SELECT value FROM n)`),
  );
  const first = (await browser.open(`${HOME}/campaigns?kind=promos`)).text;
  expect([first.includes("?key=p2"), first.includes('?key=p1"')]).toEqual([true, false]);
  expect(first).toContain(`href="${HOME}/campaigns?kind=promos&amp;offset=200"`);
  expect((await browser.open(`${HOME}/campaigns?kind=promos&offset=200`)).text).toContain('?key=p1"');
  const csv = (await browser.open(`${HOME}/campaigns?kind=promos&columns=code,claims&format=csv`)).text;
  expect(csv).toStartWith("code,claims\r\np201,0\r\n");
  expect(csv.trim().split("\r\n")).toHaveLength(202);
});

test("at the maximum number of rows, the forms are refused with 409", async () => {
  const series = (count: number) => `FROM (WITH RECURSIVE n(value) AS
    (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count}) SELECT value FROM n)`;
  const full = [
    `INSERT INTO promos (code, code_folded, revision, title, reward_kind, reward_amount, claims, enabled, created_at,
       updated_at) SELECT 'p' || value, 'p' || value, 1, 't', 'nothing', 0, 0, 1, 0, 0 ${series(10000)}`,
    `INSERT INTO messenger_audience_groups (key, revision, title, rule, enabled, created_at, updated_at)
       SELECT 'g' || value, 1, 't', '{"all":true}', 0, 0, 0 ${series(500)}`,
    `INSERT INTO messenger_catalog_campaigns (key, revision, game_key, title, position, enabled, created_at, updated_at)
       SELECT 'c' || value, 1, 'spin-wheel', 't', 0, 0, 0, 0 ${series(500)}`,
    `INSERT INTO missions (mission_key, revision, state, title, description, goal_kind, goal_target, reward_kind,
       reward_amount, per_player_cap, spent, paid, cooldown_seconds, shadow, created_at, updated_at)
       SELECT 'm' || value, 1, iif(value > 200, 'draft', 'active'), 't', '', 'visit', 1, 'nothing', 0, 1, 0, 0, 0, 0, 0, 0
       ${series(1000)}`,
  ];
  await world.services.live.writer.run((tx) => {
    for (const statement of full) tx.run(statement);
  });
  await browser.open("/admin/account");
  const forms: [string, Record<string, string>][] = [
    ["campaigns/promo", { promo_code: "new", promo_title: "T", promo_kind: "nothing" }],
    ["campaigns/grid", { grid_key: "new", grid_title: "T" }],
    ["campaigns/audience", { audience_key: "new", audience_title: "T", audience_rule: '{"all": true}' }],
    [
      "missions",
      { mission_key: "new", title: "T", goal_kind: "visit", goal_target: "1", reward_kind: "nothing" },
    ],
    ["missions/m300/activate", {}],
  ];
  for (const [path, fields] of forms)
    expect([path, (await browser.submit(`${HOME}/${path}`, fields)).status]).toEqual([path, 409]);
  const promo = { code: "new", title: "T", reward: { kind: "nothing" } };
  expect((await desk.post("admin/games/promos", promo)).json.error).toBe("state_conflict");
});

describe("missions", () => {
  const MISSION = {
    mission_key: "visit",
    title: "Visit",
    goal_kind: "visit",
    goal_target: "1",
    reward_kind: "salutes",
    reward_amount: "2",
  };

  test("are created, changed, opened and closed by forms, and show their funnel", async () => {
    const list = (await browser.open(`${HOME}/missions`)).text;
    expect([list.includes(`href="${HOME}/new-mission"`), list.includes('name="mission_key"')]).toEqual([
      true,
      false,
    ]);
    expect((await browser.open(`${HOME}/new-mission`)).text).toContain('name="mission_key"');
    const made = await browser.submit(`${HOME}/missions`, MISSION);
    expect(made.headers.get("location")).toBe(`${HOME}/missions/visit`);
    expect((await browser.submit(`${HOME}/missions`, MISSION)).status).toBe(409);
    const wrong = await browser.submit(`${HOME}/missions`, {
      ...MISSION,
      mission_key: "b",
      goal_target: "x",
    });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="goal_target_note" class="note fault"/);
    expect((await browser.submit(`${HOME}/missions/visit/activate`)).status).toBe(303);
    const player = await newPlayer(world, 1);
    await player.post("missions/enroll", { mission_key: "visit" });
    await player.post("missions/progress", { mission_key: "visit", event_id: "a", kind: "visit" });
    const page = (await browser.open(`${HOME}/missions/visit`)).text;
    for (const words of ["Funnel", "1 of 1 eligible players enrolled, 1 finished", "Decisions about reports"])
      expect(page).toContain(words);
    const { mission_key: _, ...fields } = MISSION;
    const fixed = await browser.submit(`${HOME}/missions/visit`, {
      ...fields,
      goal_target: "9",
      revision: "2",
    });
    expect([fixed.status, fixed.text.includes("goal and reward are fixed")]).toEqual([409, true]);
    const changed = await browser.submit(`${HOME}/missions/visit`, {
      ...fields,
      title: "Visit us",
      revision: "2",
    });
    expect(changed.status).toBe(303);
    expect((await browser.submit(`${HOME}/missions/visit/deactivate`)).status).toBe(303);
    const csv = `${HOME}/missions?state=inactive&columns=mission,key,state,reward&format=csv`;
    expect((await browser.open(csv)).text).toBe(
      "mission,key,state,reward\r\nVisit us,visit,inactive,2 salutes\r\n",
    );
    expect((await browser.open(`${HOME}/missions?state=draft`)).text).not.toContain("Visit us");
    const viewer = await signedIn(world, "vic", "viewer");
    expect((await viewer.open(`${HOME}/missions`)).text).not.toContain("new-mission");
    expect((await viewer.open(`${HOME}/new-mission`)).status).toBe(403);
    expect((await browser.open(`${HOME}/missions/none`)).status).toBe(404);
    await browser.open(`${HOME}/missions`);
    expect((await browser.submit(`${HOME}/missions/none/activate`)).status).toBe(404);
    expect((await browser.submit(`${HOME}/missions/none/deactivate`)).status).toBe(404);
    expect((await browser.submit(`${HOME}/missions/none`, { ...fields, revision: "1" })).status).toBe(404);
  });
});

test("a form sent unchanged keeps the seconds of a window that the API set", async () => {
  const starts_at = "2026-11-01T10:00:30.000Z";
  await desk.post("admin/missions", {
    mission_key: "exact",
    title: "Exact",
    goal: { kind: "visit", target: 1 },
    reward: { kind: "missiles", amount: 1 },
    window: { starts_at, ends_at: "2026-12-01T10:00:00.000Z" },
  });
  const page = (await browser.open(`${HOME}/missions/exact`)).text;
  const inputValue = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? "";
  expect([inputValue("starts_at"), inputValue("ends_at")]).toEqual([starts_at, "2026-12-01 10:00"]);
  const fields = { title: "Exact", goal_kind: "visit", goal_target: "1", reward_kind: "missiles" };
  const times = { starts_at: inputValue("starts_at"), ends_at: inputValue("ends_at") };
  await browser.submit(`${HOME}/missions/exact`, { ...fields, ...times, reward_amount: "1", revision: "1" });
  const [mission] = (await desk.get("admin/missions")).json.missions;
  expect([mission.revision, mission.window.starts_at]).toEqual([2, starts_at]);
});

describe("players", () => {
  test("are paged by their last visit, also those of one moment, and are a CSV", async () => {
    for (let id = 1; id <= 52; id++) await newPlayer(world, id);
    await world.services.live.writer.run((tx) => tx.run("UPDATE messenger_players SET last_seen_at = 1000"));
    const first = (await browser.open(`${HOME}/players`)).text;
    const idsOf = (text: string) =>
      [...text.matchAll(/miniapp\/players\/(\d+)"/g)].map(([, id]) => Number(id));
    const next = /href="([^"]*before=[^"]*)"/.exec(first)?.[1] ?? "";
    const second = (await browser.open(next.replaceAll("&amp;", "&"))).text;
    expect(idsOf(first)).toHaveLength(50);
    expect([...idsOf(first), ...idsOf(second)].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 52 }, (_, index) => index + 1),
    );
    const csv = (await browser.open(`${HOME}/players?columns=telegram_id&format=csv`)).text;
    expect(csv.trim().split("\r\n")).toHaveLength(53);
  });

  test("a player's page shows the ledger entries, and grants missiles once per form", async () => {
    const player = await newPlayer(world, 1);
    await player.act("games/spin-wheel/play");
    expect((await browser.open(`${HOME}/players`)).text).toContain("Player1");
    expect((await browser.open(`${HOME}/players?telegram_user_id=9`)).text).toContain(
      "No player has this ID",
    );
    const page = await browser.open(`${HOME}/players/1`);
    const grant_key = /name="grant_key" value="([0-9a-f]+)"/.exec(page.text)?.[1] ?? "";
    const grant = { missiles: "5", reason: "sorry", grant_key };
    for (let sent = 0; sent < 2; sent++) {
      const answer = await browser.submit(`${HOME}/players/1/grant`, grant);
      expect(answer.headers.get("location")).toBe(`${HOME}/players/1?granted=5`);
    }
    const before = (await desk.get("admin/games/user-activity/1")).json.entries;
    expect(before.filter(({ reason }: { reason: string }) => reason === "miniapp.grant")).toHaveLength(1);
    expect((await browser.open(`${HOME}/players/1?granted=5`)).text).toContain("5 missiles granted");
    const other = await browser.submit(`${HOME}/players/1/grant`, { ...grant, missiles: "7" });
    expect(other.headers.get("location")).toBe(`${HOME}/players/1?granted=5`);
    const again = { ...grant, missiles: "5000", grant_key: "0".repeat(32) };
    const wrong = await browser.submit(`${HOME}/players/1/grant`, again);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="5000"');
    expect((await browser.open(`${HOME}/players/77`)).status).toBe(404);
    await browser.open(`${HOME}/players/1`);
    const elsewhere = await browser.submit(`${HOME}/players/77/grant`, grant);
    expect(elsewhere.headers.get("location")).toBe(`${HOME}/players/1?granted=5`);
    const unknown = { ...grant, grant_key: "1".repeat(32) };
    expect((await browser.submit(`${HOME}/players/77/grant`, unknown)).status).toBe(404);
  });

  test("above the daily maximum, the form shows the remaining number", async () => {
    await newPlayer(world, 1);
    const page = await browser.open(`${HOME}/players/1`);
    expect(page.status).toBe(200);
    for (let index = 0; index < 10; index++)
      await desk.post(
        "admin/games/recon-grid/manual-grant",
        { telegram_user_id: 1, missiles: 1_000, reason: "many" },
        { "idempotency-key": `k${index}` },
      );
    const over = await browser.submit(`${HOME}/players/1/grant`, {
      missiles: "1",
      reason: "one more",
      grant_key: "2".repeat(32),
    });
    expect([over.status, over.text.includes("at most 0 more missiles today")]).toEqual([409, true]);
  });
});

test("the bot's page shows readiness, set-up and replies, but no secret", async () => {
  const page = await browser.open(`${HOME}/bot`);
  expect(page.status).toBe(200);
  for (const words of ["setWebhook", "/balance", "Ask Telegram"]) expect(page.text).toContain(words);
  expect(page.text).not.toContain("webhook-secret");
});
