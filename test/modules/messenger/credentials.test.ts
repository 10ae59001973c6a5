import { afterEach, beforeEach, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../src/modules/platform/state/index.ts";
import { signInitData } from "../../harness/app/init-data.ts";
import {
  BOT_TOKEN,
  createMessengerWorld,
  createPlayer,
  initData,
  newPlayer,
} from "../../harness/app/messenger.ts";
import { messengerDesk } from "../../harness/app/messenger-desk.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createMessengerWorld();
});
afterEach(() => world.close());

const CATALOG = "/api/messenger/games/catalog";
const catalog = (headers: Record<string, string>, target = CATALOG) => world.call("GET", target, { headers });
const tma = (raw: string) => ({ authorization: `tma ${raw}` });

test("init/verify creates the player once and starts a session that can read", async () => {
  const player = createPlayer(world, 77);
  const first = await player.post("init/verify");
  expect(first.json).toMatchObject({
    identity_status: "new",
    telegram_user: { id: 77, username: "player_77", first_name: "Player77", language_code: "en" },
    linked_user: { external_id: "tg:77" },
    balances: { salutes: 0, missiles: 0, free_spins: 0 },
  });
  expect(first.json.messenger_mode).toBeUndefined();
  expect((await player.post("init/verify")).json.identity_status).toBe("known");
  const answer = await catalog({ authorization: `Bearer ${first.json.session.token}` });
  expect(answer.status).toBe(200);
});

test("a player without a first name on Telegram has none in the answer", async () => {
  const raw = signInitData(BOT_TOKEN, { user: { id: 79 }, at: world.clock.now() });
  const { json } = await world.call("POST", "/api/messenger/init/verify", { body: { init_data: raw } });
  expect(json.telegram_user).toEqual({ id: 79, username: null, first_name: null, language_code: null });
});

test("a read creates no player and returns zeros", async () => {
  const answer = await catalog(tma(initData(world, 78)));
  expect(answer.json).toMatchObject({ missile_balance: 0, free_spin_balance: 0 });
  const count = world.services.live.read.get<{ n: number }>("SELECT COUNT(*) AS n FROM messenger_players");
  expect(count?.n).toBe(0);
});

test("the alias /api/telegram serves the same operations", async () => {
  const answer = await catalog(tma(initData(world, 79)), "/api/telegram/games/catalog");
  expect(answer.status).toBe(200);
  const wrong = await world.call("DELETE", "/api/telegram/games/catalog");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
});

test("init data is accepted in header, query or body; two credentials in one call are refused", async () => {
  const raw = initData(world, 80);
  expect((await catalog({}, `${CATALOG}?init_data=${encodeURIComponent(raw)}`)).status).toBe(200);
  expect((await world.call("POST", CATALOG, { body: { init_data: raw } })).status).toBe(200);
  const inQuery = await world.call("POST", `${CATALOG}?init_data=${encodeURIComponent(raw)}`, { body: {} });
  expect(inQuery.status).toBe(200);
  const both = await world.call("POST", CATALOG, { body: { init_data: raw }, headers: tma(raw) });
  expect([both.status, both.json.error]).toEqual([400, "invalid_payload"]);
});

test("without a valid credential the answer says nothing about the body", async () => {
  for (const headers of [{}, tma("hash=1"), { authorization: "Basic eDp5" }]) {
    const answer = await world.call("POST", CATALOG, { body: '{"nonsense', headers });
    expect([answer.status, answer.json.error]).toEqual([401, "init_data_invalid"]);
  }
  const broken = await world.call("POST", CATALOG, { body: '{"nonsense', headers: tma(initData(world, 5)) });
  expect(broken.status).toBe(400);
});

test("the maximum age of init data depends on the operation; the signature is checked before the age", async () => {
  const player = createPlayer(world, 81);
  const old = (ms: number) => tma(initData(world, 81, { ageMs: ms }));
  const status = async (path: string, ms: number, body: object = {}) =>
    (await world.call("POST", `/api/messenger/${path}`, { body, headers: old(ms) })).json.error ?? "ok";
  expect(await status("init/verify", 23 * HOUR_MS)).toBe("ok");
  expect(await status("init/verify", 25 * HOUR_MS)).toBe("init_data_expired");
  expect(await status("games/catalog", 59 * MINUTE_MS)).toBe("ok");
  expect(await status("games/catalog", 61 * MINUTE_MS)).toBe("init_data_expired");
  const play = { idempotency_key: "old" };
  expect(await status("games/spin-wheel/play", 16 * MINUTE_MS, play)).toBe("init_data_expired");
  expect(await status("games/spin-wheel/play", 14 * MINUTE_MS, play)).toBe("ok");
  const forged = await catalog(tma(`${initData(world, 81, { ageMs: 48 * HOUR_MS })}0`));
  expect(forged.json.error).toBe("init_data_invalid");
  expect(player.id).toBe(81);
});

test("a session lasts one hour after the last use, and at most one day", async () => {
  const { token } = (await createPlayer(world, 82).post("init/verify")).json.session;
  const use = async () => (await catalog({ authorization: `Bearer ${token}` })).json.error ?? "ok";
  for (let hour = 0; hour < 25; hour++) {
    world.clock.advance(55 * MINUTE_MS);
    const answer = await use();
    await world.services.live.writer.run(() => null);
    expect(answer).toBe(hour * 55 + 55 < 24 * 60 ? "ok" : "session_invalid");
  }
  const idle = (await createPlayer(world, 83).post("init/verify")).json.session.token;
  world.clock.advance(61 * MINUTE_MS);
  expect((await catalog({ authorization: `Bearer ${idle}` })).json.error).toBe("session_invalid");
  const own = await world.call("POST", "/api/messenger/init/verify", {
    headers: { authorization: `Bearer ${idle}` },
    body: {},
  });
  expect(own.json.error).toBe("init_data_invalid");
});

test("failed authentications are limited per address and never block authenticated calls", async () => {
  const raw = initData(world, 84);
  const statuses: number[] = [];
  for (let call = 0; call < 32; call++) statuses.push((await catalog(tma("x"))).status);
  expect(statuses.slice(0, 30)).toEqual(new Array(30).fill(401));
  expect(statuses.slice(30)).toEqual([429, 429]);
  expect((await catalog(tma(raw))).status).toBe(200);
});

test("each player has 60 requests per minute", async () => {
  await world.close();
  world = await createMessengerWorld({ RATE_LIMIT_MESSENGER_PER_MIN: "60" });
  const headers = tma(initData(world, 85));
  for (let call = 0; call < 60; call++) expect((await catalog(headers)).status).toBe(200);
  const over = await catalog(headers);
  expect([over.status, over.headers.get("x-ratelimit-limit")]).toEqual([429, "60"]);
  expect((await catalog(tma(initData(world, 86)))).status).toBe(200);
});

test("production without a bot returns 503, and safe mode refuses changes but no reads", async () => {
  const bare = await createWorld({ SALUTE_ENV: "production", PUBLIC_BASE_URL: "https://salute.example" });
  const answer = await bare.call("GET", CATALOG);
  expect([answer.status, answer.json.error]).toEqual([503, "messenger_disabled"]);
  await bare.close();
});

test("development without a bot uses a demo bot, and every answer says so", async () => {
  const demo = await createWorld();
  const session = await demo.call("POST", "/api/messenger/demo/session", { body: { player: 2 } });
  expect(session.json).toMatchObject({ messenger_mode: "demo", telegram_user: { first_name: "Ben" } });
  const read = await demo.call("GET", CATALOG, {
    headers: { authorization: `Bearer ${session.json.session.token}` },
  });
  expect(read.json.messenger_mode).toBe("demo");
  const refused = await demo.call("GET", CATALOG);
  expect([refused.status, refused.json.messenger_mode]).toEqual([401, "demo"]);
  await demo.close();
  expect((await world.call("POST", "/api/messenger/demo/session", { body: { player: 2 } })).status).toBe(404);
});

test("so does every answer to operators, and none with Telegram's bot", async () => {
  const demo = await createWorld();
  const plain = (each: Operation) => each.method === "GET" && each.params === null;
  const reads = allOperations(demo.services).filter(
    (each) => each.group === "messenger-admin" && plain(each) && !("mediaType" in each.response),
  );
  expect(reads.length).toBeGreaterThan(15);
  for (const [each, mode] of [
    [demo, "demo"],
    [world, undefined],
  ] as const) {
    const desk = await messengerDesk(each, "owner");
    for (const { path } of reads) {
      const query = path.endsWith("catalog-preview") ? "?telegram_user_id=1" : "";
      const answer = await desk.get(path.replace("/api/messenger/", "") + query);
      expect([path, answer.status, answer.json.messenger_mode]).toEqual([path, 200, mode]);
    }
    const group = { key: "all", title: "All", rule: { all: true } };
    const headers = { "idempotency-key": "group" };
    for (const times of ["first", "replay"]) {
      const saved = await desk.post("admin/games/audience-groups", group, headers);
      expect([times, saved.status, saved.json.messenger_mode]).toEqual([times, 200, mode]);
    }
  }
  await demo.close();
});

test("in safe mode known players can sign in, which changes nothing of theirs; new ones cannot", async () => {
  const player = await newPlayer(world, 87);
  const before = world.services.live.read.all("SELECT * FROM messenger_players");
  await world.services.live.writer.run((tx) =>
    switchSafeMode(tx, { kind: "command", name: "test" }, "a test"),
  );
  world.services.live.writer.confirmWith(() => Promise.reject(new Error("the lease is lost")));
  world.clock.advance(HOUR_MS);
  const again = await player.post("init/verify");
  expect([again.status, again.json.identity_status]).toEqual([200, "known"]);
  expect((await catalog({ authorization: `Bearer ${again.json.session.token}` })).status).toBe(200);
  expect(world.services.live.read.all("SELECT * FROM messenger_players")).toEqual(before);
  const refused = await createPlayer(world, 88).post("init/verify");
  expect([refused.status, refused.json.error]).toEqual([503, "safe_mode"]);
});

test("only a signed start parameter sets the referrer", async () => {
  const inviter = await createPlayer(world, 90).post("init/verify");
  const param = inviter.json.referral_param;
  const headers = tma(initData(world, 91, { startParam: param }));
  await world.call("POST", "/api/messenger/init/verify", { headers, body: {} });
  await newPlayer(world, 92);
  const rows = world.services.live.read.all(
    "SELECT telegram_id, referred_by FROM messenger_players ORDER BY id",
  );
  expect(rows).toEqual([
    { telegram_id: 90, referred_by: null },
    { telegram_id: 91, referred_by: 1 },
    { telegram_id: 92, referred_by: null },
  ]);
});

test("init data and session tokens are never logged or stored in plain text", async () => {
  const raw = initData(world, 93);
  await catalog({}, `${CATALOG}?init_data=${encodeURIComponent(raw)}`);
  const { token } = (await createPlayer(world, 93).post("init/verify")).json.session;
  await catalog({ authorization: `Bearer ${token}` });
  const logged = world.logged.join("\n");
  expect(logged).not.toContain(token);
  expect(logged).not.toContain("hash=");
  const rows = JSON.stringify(world.services.live.read.all("SELECT * FROM messenger_sessions"));
  expect(rows).not.toContain(token);
});
