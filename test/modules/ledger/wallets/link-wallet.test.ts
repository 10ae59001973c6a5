import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { newWallet, type TestWallet } from "../../../harness/app/wallets.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
let zoe: number;
let adam: number;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  zoe = await world.createUser(key, "zoe");
  adam = await world.createUser(key, "adam");
});

afterEach(() => world.close());

const link = (user: number | string, address: string, more: object = {}, by = key) =>
  world.call("POST", `/api/partner/users/${user}/wallets`, {
    key: by,
    body: { blockchain: "solana", wallet_address: address, ...more },
  });
const unlink = (user: number, address: string) =>
  world.call("DELETE", `/api/partner/users/${user}/wallets/${address}`, { key });
const outcome = (answer: { status: number; json: { error: string } }) => [answer.status, answer.json.error];
const wallets = async (user: number) =>
  (await world.call("GET", `/api/partner/users/${user}?include_wallets`, { key })).json.user.wallets;
const userOf = async (user: number) =>
  (await world.call("GET", `/api/partner/users/${user}`, { key })).json.user;
const primaryOf = async (user: number) => (await userOf(user)).wallet_address;

/** What the events since the users were made tell: type, user, address and the three flags. */
const told = () =>
  world.services.live.read
    .all<{ event_type: string; data: string }>("SELECT event_type, data FROM events WHERE id > 2 ORDER BY id")
    .map((row) => {
      const { user_id, wallet } = JSON.parse(row.data);
      const { wallet_address, is_primary, is_hidden, verified } = wallet;
      return [row.event_type, Number(user_id), wallet_address, is_primary, is_hidden, verified];
    });

async function prove(
  user: number,
  wallet: TestWallet,
  by = key,
): Promise<{ challenge_id: string; signature: string }> {
  const asked = await world.call("POST", `/api/partner/users/${user}/wallets/challenge`, {
    key: by,
    body: { wallet_address: wallet.address },
  });
  const { challenge_id, text } = asked.json;
  return { challenge_id, signature: Buffer.from(wallet.sign(text)).toString("base64") };
}

describe("GET /api/partner/users/{user_id}/wallets", () => {
  const list = (user: number | string, query = "", by = key) =>
    world.call("GET", `/api/partner/users/${user}/wallets${query}`, { key: by });

  test("200: the user's wallets, newest first, page by page", async () => {
    const addresses = [newWallet().address, newWallet().address, newWallet().address];
    for (const address of addresses) await link(zoe, address);
    await link(adam, newWallet().address);
    const whole = await list("ext:zoe");
    expect([whole.status, whole.json]).toMatchObject([
      200,
      {
        count: 3,
        query: { limit: 50, offset: 0, cursor: null },
        pagination: { has_more: false, next_offset: null, next_cursor: null },
      },
    ]);
    const shown = (json: { wallets: { wallet_address: string }[] }) =>
      json.wallets.map(({ wallet_address }) => wallet_address);
    expect(shown(whole.json)).toEqual(addresses.toReversed());
    expect(whole.json.wallets[2]).toEqual((await wallets(zoe))[0]);
    const first = (await list(zoe, "?limit=2")).json;
    const { next_cursor } = first.pagination;
    const rest = (await list(zoe, `?limit=2&cursor=${next_cursor}`)).json;
    expect([...shown(first), ...shown(rest)]).toEqual(addresses.toReversed());
    expect((await list(adam, `?cursor=${next_cursor}`)).status).toBe(400);
  });

  test("404 for another partner's user; the sandbox has a twin", async () => {
    const other = await world.createKey("umbrella");
    expect(outcome(await list(zoe, "", other))).toEqual([404, "user_not_found"]);
    const sandbox = await world.createKey("acme", "sandbox");
    const twin = await world.call("GET", "/api/partner/sandbox/users/1/wallets", { key: sandbox });
    expect([twin.status, twin.json]).toMatchObject([200, { mode: "sandbox", count: 2, wallets: [{}, {}] }]);
  });
});

describe("POST /api/partner/users/{user_id}/wallets", () => {
  test("201: the first wallet is primary, asked for or not; the link, all links and an event", async () => {
    const { address } = newWallet();
    const answer = await link("ext:zoe", address, { label: "main", is_primary: false, is_hidden: 1 });
    const wallet = {
      blockchain: "solana",
      wallet_address: address,
      label: "main",
      is_primary: 1,
      is_hidden: 1,
      verified: 0,
      verified_at: null,
      proof_format: null,
      created_at: "2026-11-21T10:00:00.000Z",
    };
    expect([answer.status, answer.json]).toEqual([201, { success: true, wallet, wallets: [wallet] }]);
    expect(told()).toEqual([["wallets.linked", zoe, address, 1, 1, 0]]);
    const { data } =
      world.services.live.read.get<{ data: string }>("SELECT data FROM events WHERE id = 3") ?? {};
    expect(JSON.parse(data ?? "")).toEqual({
      user_id: String(zoe),
      external_id: "zoe",
      wallet: {
        blockchain: "solana",
        wallet_address: address,
        label: "main",
        is_primary: 1,
        is_hidden: 1,
        verified: 0,
      },
    });
  });

  test("201: another wallet becomes primary where it asks to, and the former is told of too", async () => {
    const [a, b, c] = [newWallet().address, newWallet().address, newWallet().address];
    await link(zoe, a);
    await link(zoe, b);
    expect(await primaryOf(zoe)).toBe(a);
    const answer = await link(zoe, c, { is_primary: 1 });
    expect(answer.json.wallets.map((each: { is_primary: number }) => each.is_primary)).toEqual([0, 0, 1]);
    expect(await primaryOf(zoe)).toBe(c);
    expect(told()).toEqual([
      ["wallets.linked", zoe, a, 1, 0, 0],
      ["wallets.linked", zoe, b, 0, 0, 0],
      ["wallets.updated", zoe, a, 0, 0, 0],
      ["wallets.linked", zoe, c, 1, 0, 0],
    ]);
  });

  test("201 again for the same user: label and flags change, what is not named stays, null clears the label", async () => {
    const [a, b] = [newWallet().address, newWallet().address];
    await link(zoe, a, { label: "main", is_hidden: true });
    await link(zoe, b);
    expect((await link(zoe, a, { is_primary: true })).json.wallet).toMatchObject({
      label: "main",
      is_hidden: 1,
    });
    expect((await link(zoe, a, { label: null, is_hidden: 0 })).json.wallet).toMatchObject({
      label: null,
      is_hidden: 0,
    });
    expect((await link(zoe, b, { is_primary: 1 })).json.wallet.is_primary).toBe(1);
    expect((await link(zoe, b, { is_primary: 0 })).json.wallet.is_primary).toBe(0);
    expect([(await wallets(zoe)).length, await primaryOf(zoe)]).toEqual([2, a]);
  });

  test("201 again without a change tells nobody", async () => {
    const { address } = newWallet();
    await link(zoe, address, { label: "main" });
    await link(zoe, address, { label: "main", is_primary: 1 });
    expect(told()).toHaveLength(1);
  });

  test("201 again keeps the verification where no proof comes along, and renews it where one does", async () => {
    const wallet = newWallet();
    await link(zoe, wallet.address, { proof: await prove(zoe, wallet) });
    world.clock.advance(3_600_000);
    expect((await link(zoe, wallet.address, { label: "x" })).json.wallet).toMatchObject({
      verified: 1,
      verified_at: "2026-11-21T10:00:00.000Z",
    });
    expect((await link(zoe, wallet.address, { proof: await prove(zoe, wallet) })).json.wallet).toMatchObject({
      label: "x",
      verified_at: "2026-11-21T11:00:00.000Z",
    });
    expect(told().map(([type]) => type)).toEqual(["wallets.linked", "wallets.updated", "wallets.updated"]);
  });

  test("is_verified follows the primary wallet", async () => {
    const [plain, proved] = [newWallet().address, newWallet()];
    await link(zoe, plain);
    await link(zoe, proved.address, { proof: await prove(zoe, proved) });
    expect((await userOf(zoe)).is_verified).toBe(false);
    await link(zoe, proved.address, { is_primary: true });
    expect((await userOf(zoe)).is_verified).toBe(true);
    await unlink(zoe, proved.address);
    expect((await userOf(zoe)).is_verified).toBe(false);
  });

  test("409 wallet_taken: an address belongs to one user of a partner; another partner may link it too", async () => {
    const { address } = newWallet();
    await link(zoe, address);
    expect(outcome(await link(adam, address))).toEqual([409, "wallet_taken"]);
    expect([(await wallets(zoe)).length, (await wallets(adam)).length]).toEqual([1, 0]);
    const other = await world.createKey("other");
    const theirs = await world.createUser(other, "zoe");
    expect((await link(theirs, address, {}, other)).status).toBe(201);
  });

  test("a valid proof takes over a link that nobody proved: the former user's oldest other wallet is primary", async () => {
    const [wallet, spare] = [newWallet(), newWallet().address];
    await link(zoe, wallet.address);
    await link(zoe, spare);
    const answer = await link(adam, wallet.address, { proof: await prove(adam, wallet) });
    expect([answer.status, answer.json.wallet.verified, answer.json.wallet.is_primary]).toEqual([201, 1, 1]);
    expect([await primaryOf(zoe), await primaryOf(adam)]).toEqual([spare, wallet.address]);
    expect(told().slice(2)).toEqual([
      ["wallets.unlinked", zoe, wallet.address, 1, 0, 0],
      ["wallets.updated", zoe, spare, 1, 0, 0],
      ["wallets.linked", adam, wallet.address, 1, 0, 1],
    ]);
    const found = await world.call("GET", `/api/partner/users?q=${wallet.address}`, { key });
    expect(found.json.users.map((user: { id: number }) => user.id)).toEqual([adam]);
  });

  test("409 wallet_taken: no proof takes over a proved link, stale or not, and the challenge stays good", async () => {
    const wallet = newWallet();
    await link(zoe, wallet.address, { proof: await prove(zoe, wallet) });
    world.clock.advance(100 * 86_400_000);
    const proof = await prove(adam, wallet);
    expect(outcome(await link(adam, wallet.address, { proof }))).toEqual([409, "wallet_taken"]);
    expect((await wallets(zoe)).length).toBe(1);
    await unlink(zoe, wallet.address);
    expect((await link(adam, wallet.address, { proof })).status).toBe(201);
  });

  test("409 state_conflict at the 21st wallet, by takeover too; relinking one of the 20 goes on", async () => {
    const addresses = Array.from({ length: 20 }, () => newWallet().address);
    for (const address of addresses) expect((await link(zoe, address)).status).toBe(201);
    expect(outcome(await link(zoe, newWallet().address))).toEqual([409, "state_conflict"]);
    const wallet = newWallet();
    await link(adam, wallet.address);
    const proof = await prove(zoe, wallet);
    expect(outcome(await link(zoe, wallet.address, { proof }))).toEqual([409, "state_conflict"]);
    expect([(await wallets(zoe)).length, (await wallets(adam)).length]).toEqual([20, 1]);
    expect((await link(zoe, addresses[4] ?? "", { label: "five" })).status).toBe(201);
  });

  test.each([
    ["another blockchain", { blockchain: "ethereum" }, "blockchain"],
    ["31 bytes", { wallet_address: "1".repeat(31) }, "wallet_address"],
    ["no base58", { wallet_address: "0".repeat(44) }, "wallet_address"],
    ["a label of 65 characters", { label: "x".repeat(65) }, "label"],
    ["a flag of 2", { is_primary: 2 }, "is_primary"],
    ["an unknown property", { verified: 1 }, "verified"],
    ["half a proof", { proof: { challenge_id: "x" } }, "proof.signature"],
  ])("400 for %s, and nothing is linked", async (_, change, field) => {
    const answer = await link(zoe, newWallet().address, change);
    expect([...outcome(answer), answer.json.details[0].field]).toEqual([400, "invalid_payload", field]);
    expect(await wallets(zoe)).toEqual([]);
  });

  test("404 for somebody else's user", async () => {
    const theirs = await world.createUser(await world.createKey("other"), "zoe");
    expect(outcome(await link(theirs, newWallet().address))).toEqual([404, "user_not_found"]);
  });
});

describe("DELETE /api/partner/users/{user_id}/wallets/{wallet_address}", () => {
  test("200: the oldest remaining wallet becomes primary, events tell of both", async () => {
    const [a, b, c] = [newWallet().address, newWallet().address, newWallet().address];
    for (const address of [a, b, c]) await link(zoe, address);
    const answer = await unlink(zoe, a);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ deleted: true, wallet_address: a });
    expect(answer.json.wallets.map((each: { wallet_address: string }) => each.wallet_address)).toEqual([
      b,
      c,
    ]);
    expect(await primaryOf(zoe)).toBe(b);
    expect(told().slice(3)).toEqual([
      ["wallets.unlinked", zoe, a, 1, 0, 0],
      ["wallets.updated", zoe, b, 1, 0, 0],
    ]);
    const found = await world.call("GET", `/api/partner/users?q=${a}`, { key });
    expect(found.json.users).toEqual([]);
  });

  test("200 for one that is not primary: the primary stays; the last one leaves none", async () => {
    const [a, b] = [newWallet().address, newWallet().address];
    for (const address of [a, b]) await link(zoe, address);
    await unlink(zoe, b);
    expect(await primaryOf(zoe)).toBe(a);
    await unlink(zoe, a);
    expect(await userOf(zoe)).toMatchObject({ wallet_address: null, is_verified: false });
  });

  test("404 wallet_not_found for another user's and for an unknown address", async () => {
    const { address } = newWallet();
    await link(adam, address);
    expect(outcome(await unlink(zoe, address))).toEqual([404, "wallet_not_found"]);
    expect(outcome(await unlink(zoe, newWallet().address))).toEqual([404, "wallet_not_found"]);
    expect((await wallets(adam)).length).toBe(1);
  });
});
