import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { newWallet } from "../../../harness/app/wallets.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const create = (body: object) => world.call("POST", "/api/partner/users", { key, body });
const read = (target: string) => world.call("GET", target, { key });
const patch = (id: number | string, body: object) =>
  world.call("PATCH", `/api/partner/users/${id}`, { key, body });
const remove = (id: number | string) => world.call("DELETE", `/api/partner/users/${id}`, { key });
const link = (id: number, address: string, more = {}) =>
  world.call("POST", `/api/partner/users/${id}/wallets`, {
    key,
    body: { blockchain: "solana", wallet_address: address, ...more },
  });
const outcome = (answer: { status: number; json: { error: string } }) => [answer.status, answer.json.error];
const events = () =>
  world.services.live.read
    .all<{ event_type: string; data: string }>("SELECT event_type, data FROM events ORDER BY id")
    .map((row) => ({ type: row.event_type, data: JSON.parse(row.data) }));

const ZOE = { external_id: "zoe", username: "zoe_9", display_name: "Zoe Stone", email: "zoe@mail.example" };

describe("POST /api/partner/users", () => {
  test("201: the user as it is kept, and an event without the e-mail address", async () => {
    const made = await create(ZOE);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      success: true,
      external_id: "zoe",
      user: {
        ...ZOE,
        id: 1,
        status: "active",
        is_verified: false,
        wallet_address: null,
        metadata: null,
        created_at: "2026-11-21T10:00:00.000Z",
        updated_at: "2026-11-21T10:00:00.000Z",
      },
      links: { self: "/api/partner/users/1" },
    });
    expect(events()).toEqual([
      {
        type: "users.created",
        data: {
          user_id: "1",
          external_id: "zoe",
          username: "zoe_9",
          display_name: "Zoe Stone",
          status: "active",
          is_verified: false,
          metadata: null,
        },
      },
    ]);
  });

  test("201: what is not given is null; username and e-mail need not be unique", async () => {
    await create(ZOE);
    const second = await create({ ...ZOE, external_id: "zoe-2" });
    const bare = await create({ external_id: "💠-ünïque" });
    expect([second.status, bare.status]).toEqual([201, 201]);
    expect(bare.json.user).toMatchObject({
      username: null,
      display_name: null,
      email: null,
      status: "active",
    });
  });

  test("409 external_id_taken within the partner only", async () => {
    await create(ZOE);
    expect(outcome(await create({ external_id: "zoe" }))).toEqual([409, "external_id_taken"]);
    const other = await world.createKey("other");
    const made = await world.call("POST", "/api/partner/users", { key: other, body: { external_id: "zoe" } });
    expect(made.status).toBe(201);
    expect(events().map((event) => event.type)).toEqual(["users.created", "users.created"]);
  });

  test.each([
    ["no external_id", { username: "zoe" }, "external_id"],
    ["an external_id like a reference", { external_id: "ext:zoe" }, "external_id"],
    ["an external_id with a blank", { external_id: "a b" }, "external_id"],
    ["an external_id of 129 characters", { external_id: "x".repeat(129) }, "external_id"],
    ["an e-mail that is none", { external_id: "a", email: "zoe" }, "email"],
    ["an e-mail like an encoded word", { external_id: "a", email: "=?utf-8?q?a?=@example.com" }, "email"],
    ["an e-mail with a filler", { external_id: "a", email: "zoe\u3164@example.com" }, "email"],
    ["another status", { external_id: "a", status: "deleted" }, "status"],
    ["an unknown property", { external_id: "a", balance: 5 }, "balance"],
  ])("400 for %s", async (_, body, field) => {
    const answer = await create(body);
    expect([...outcome(answer), answer.json.details[0].field]).toEqual([400, "invalid_payload", field]);
    expect(events()).toEqual([]);
  });

  test("403 without the scope users", async () => {
    const reader = await world.createKey("acme", "live", { scopes: ["read"] });
    const answer = await world.call("POST", "/api/partner/users", { key: reader, body: ZOE });
    expect(outcome(answer)).toEqual([403, "forbidden"]);
  });
});

describe("GET /api/partner/users/{user_id}", () => {
  test("200 by service id and by ext: with a percent-encoded external_id", async () => {
    const name = "a/b?ü%";
    const { id } = (await create({ external_id: name })).json.user;
    const byId = await read(`/api/partner/users/${id}`);
    const byName = await read(`/api/partner/users/ext:${encodeURIComponent(name)}`);
    expect([byId.status, byName.json]).toEqual([200, byId.json]);
    expect(byId.json.user).toMatchObject({ id, external_id: name });
    expect(byId.json.user.wallets).toBeUndefined();
  });

  test("200 with include_wallets: wallets, the primary one and its verification in the user's own fields", async () => {
    const { id } = (await create(ZOE)).json.user;
    const [first, second] = [newWallet().address, newWallet().address];
    await link(id, first, { label: "main" });
    await link(id, second, { is_primary: true, is_hidden: 1 });
    const { user } = (await read(`/api/partner/users/${id}?include_wallets`)).json;
    expect([user.wallet_address, user.is_verified]).toEqual([second, false]);
    const wallet = { blockchain: "solana", verified: 0, verified_at: null, proof_format: null };
    const created_at = "2026-11-21T10:00:00.000Z";
    expect(user.wallets).toEqual([
      { ...wallet, wallet_address: first, label: "main", is_primary: 0, is_hidden: 0, created_at },
      { ...wallet, wallet_address: second, label: null, is_primary: 1, is_hidden: 1, created_at },
    ]);
  });

  test("external_id says whom to expect: 404 for another", async () => {
    const { id } = (await create(ZOE)).json.user;
    expect((await read(`/api/partner/users/${id}?external_id=zoe`)).status).toBe(200);
    expect(outcome(await read(`/api/partner/users/${id}?external_id=nina`))).toEqual([404, "user_not_found"]);
  });

  test("404 for an unknown user and for somebody else's, in the same words", async () => {
    const other = await world.createKey("other");
    const theirs = await world.createUser(other, "zoe");
    const [unknown, foreign] = [
      await read("/api/partner/users/999"),
      await read(`/api/partner/users/${theirs}`),
    ];
    expect(outcome(foreign)).toEqual([404, "user_not_found"]);
    expect(foreign.json.message).toBe(unknown.json.message);
    expect(outcome(await read("/api/partner/users/ext:zoe"))).toEqual([404, "user_not_found"]);
  });

  test("400 for what is no user id", async () => {
    expect(outcome(await read("/api/partner/users/zoe"))).toEqual([400, "invalid_query"]);
  });
});

describe("PATCH /api/partner/users/{user_id}", () => {
  test("200: named fields change, null clears, the rest stays; the event names what changed", async () => {
    const { id } = (await create(ZOE)).json.user;
    world.clock.advance(60_000);
    const answer = await patch(id, { display_name: "Zoe A.", username: null, email: "new@mail.example" });
    expect(answer.status).toBe(200);
    expect(answer.json.user).toMatchObject({
      id,
      external_id: "zoe",
      username: null,
      display_name: "Zoe A.",
      email: "new@mail.example",
      status: "active",
      updated_at: "2026-11-21T10:01:00.000Z",
    });
    expect(events()[1]).toEqual({
      type: "users.updated",
      data: {
        user_id: String(id),
        external_id: "zoe",
        username: null,
        display_name: "Zoe A.",
        status: "active",
        is_verified: false,
        metadata: null,
        changed_fields: ["username", "display_name", "email"],
      },
    });
  });

  test("200 without a change: nothing is told and updated_at stays", async () => {
    const { id } = (await create(ZOE)).json.user;
    world.clock.advance(60_000);
    const answer = await patch(id, { display_name: ZOE.display_name });
    expect([answer.status, answer.json.user.updated_at]).toEqual([200, "2026-11-21T10:00:00.000Z"]);
    expect(events()).toHaveLength(1);
  });

  test("a suspended user takes credits and gives nothing", async () => {
    const { id } = (await create(ZOE)).json.user;
    expect((await patch(`ext:zoe`, { status: "suspended" })).json.user.status).toBe("suspended");
    const move = (verb: string) =>
      world.call("POST", `/api/salutes/${verb}`, { key, body: { user_id: id, amount: 5, reason: "quest" } });
    expect((await move("credit")).status).toBe(200);
    expect(outcome(await move("debit"))).toEqual([409, "state_conflict"]);
  });

  test.each([
    ["an empty object", {}, "body"],
    ["external_id", { external_id: "other" }, "external_id"],
    ["a status of null", { status: null }, "status"],
    ["an empty username", { username: "" }, "username"],
  ])("400 for %s, and nothing changes", async (_, body, field) => {
    const { id } = (await create(ZOE)).json.user;
    const answer = await patch(id, body);
    expect([...outcome(answer), answer.json.details[0].field]).toEqual([400, "invalid_payload", field]);
    expect((await read(`/api/partner/users/${id}`)).json.user).toMatchObject(ZOE);
  });

  test("404 for somebody else's user", async () => {
    const theirs = await world.createUser(await world.createKey("other"), "zoe");
    expect(outcome(await patch(theirs, { username: "mine" }))).toEqual([404, "user_not_found"]);
  });
});

describe("DELETE /api/partner/users/{user_id}", () => {
  const credit = (id: number, amount: number, verb = "credit") =>
    world.call("POST", `/api/salutes/${verb}`, { key, body: { user_id: id, amount, reason: "quest" } });

  test("200: fields and wallets go, the external_id is free, the entries stay under the service id", async () => {
    const { id } = (await create(ZOE)).json.user;
    const { address } = newWallet();
    await link(id, address);
    await world.call("POST", `/api/partner/users/${id}/wallets/challenge`, {
      key,
      body: { wallet_address: address },
    });
    await credit(id, 5);
    await credit(id, 5, "debit");
    const answer = await remove(id);
    expect([answer.status, answer.json]).toEqual([200, { success: true, deleted: true, user_id: id }]);

    for (const target of [
      `/api/partner/users/${id}`,
      "/api/partner/users/ext:zoe",
      `/api/salutes/balance?user_id=${id}`,
    ])
      expect(outcome(await read(target))).toEqual([404, "user_not_found"]);
    expect(outcome(await patch(id, { username: "x" }))).toEqual([404, "user_not_found"]);
    expect(outcome(await remove(id))).toEqual([404, "user_not_found"]);
    expect(outcome(await link(id, address))).toEqual([404, "user_not_found"]);
    expect(outcome(await credit(id, 5))).toEqual([404, "user_not_found"]);
    expect((await read(`/api/salutes/ledger?user_id=${id}`)).json.count).toBe(2);
    for (const target of [
      "/api/partner/users",
      "/api/partner/users?q=zoe",
      "/api/partner/users?q=z",
      "/api/partner/users?status=active",
      `/api/partner/user-lookup?wallet=${address}`,
      "/api/partner/user-lookup?email=zoe@mail.example",
    ])
      expect((await read(target)).json.users).toEqual([]);
    expect((await read(`/api/partner/wallet-verification/${address}`)).json.linked).toBe(false);
    const kept = world.services.live.read.get(
      "SELECT external_id, username, display_name, email FROM users WHERE id = ?",
      id,
    );
    expect(kept).toEqual({ external_id: null, username: null, display_name: null, email: null });
    expect(world.services.live.read.all("SELECT id FROM wallet_challenges")).toEqual([]);
    expect(events().at(-1)).toEqual({
      type: "users.deleted",
      data: { user_id: String(id), external_id: "zoe" },
    });

    const again = await create(ZOE);
    expect([again.status, again.json.user.id === id]).toEqual([201, false]);
    expect((await link(again.json.user.id, address)).status).toBe(201);
  });

  test("409 state_conflict with a balance: nothing is gone", async () => {
    const { id } = (await create(ZOE)).json.user;
    await credit(id, 0.01);
    expect(outcome(await remove(id))).toEqual([409, "state_conflict"]);
    expect((await read(`/api/partner/users/${id}`)).json.user).toMatchObject(ZOE);
  });

  test("409 state_conflict with a pending conversion, and 200 once it is settled", async () => {
    const { id } = (await create(ZOE)).json.user;
    await credit(id, 5);
    await credit(id, 5, "debit");
    await world.services.live.writer.run((tx) =>
      tx.run(
        `INSERT INTO conversions (partner_id, user_id, state, amount, mint, decimals, token_amount, fee, wallet_address,
           ledger_entry_id, created_at) VALUES (1, ?, 'pending_settlement', 500, 'm', 6, '5', '0', 'w', 2, 0)`,
        id,
      ),
    );
    expect(outcome(await remove(id))).toEqual([409, "state_conflict"]);
    await world.services.live.writer.run((tx) => tx.run("UPDATE conversions SET state = 'settled'"));
    expect((await remove(id)).status).toBe(200);
  });

  test("404 for somebody else's user, who stays", async () => {
    const other = await world.createKey("other");
    const theirs = await world.createUser(other, "zoe");
    expect(outcome(await remove(theirs))).toEqual([404, "user_not_found"]);
    expect((await world.call("GET", `/api/partner/users/${theirs}`, { key: other })).status).toBe(200);
  });
});
