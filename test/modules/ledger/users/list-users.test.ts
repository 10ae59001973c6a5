import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;
const wallet = "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG";

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  const other = await world.createKey("other");
  await make(other, { external_id: "zoe", username: "zoe", email: "zoe@mail.example" });
  await make(key, {
    external_id: "p-1",
    username: "zoe",
    display_name: "Zoe Stone",
    email: "zoe@mail.example",
  });
  await make(key, {
    external_id: "p-2",
    username: "ZOELLA",
    display_name: "Ella",
    email: "ella@mail.example",
  });
  await make(key, { external_id: "p-3", username: "nina", email: "nina@mail.example", status: "suspended" });
  await world.call("POST", "/api/partner/users/ext:p-3/wallets", {
    key,
    body: { blockchain: "solana", wallet_address: wallet },
  });
});

afterEach(() => world.close());

const make = (by: IssuedKey, body: object) => world.call("POST", "/api/partner/users", { key: by, body });
const list = (query: string) => world.call("GET", `/api/partner/users${query}`, { key });
const lookUp = (query: string) => world.call("GET", `/api/partner/user-lookup${query}`, { key });
const names = (answer: { json: { users: { external_id: string }[] } }) =>
  answer.json.users.map((user) => user.external_id);

describe("GET /api/partner/users", () => {
  test("200: the partner's users by id ascending, with count, query and pagination", async () => {
    const answer = await list("");
    expect([answer.status, names(answer)]).toEqual([200, ["p-1", "p-2", "p-3"]]);
    expect(answer.json).toMatchObject({
      count: 3,
      query: { limit: 50, offset: 0, cursor: null, status: null, q: null, include_wallets: false },
      pagination: { has_more: false, next_offset: null, next_cursor: null },
      links: { user: "/api/partner/users/USER_ID" },
    });
    expect(answer.json.users[2]).toMatchObject({ wallet_address: wallet, is_verified: false });
    expect(answer.json.users[2].wallets).toBeUndefined();
  });

  test("include_wallets adds each user's wallets", async () => {
    const { users } = (await list("?include_wallets=1")).json;
    expect(users.map((user: { wallets: object[] }) => user.wallets.length)).toEqual([0, 0, 1]);
    expect(users[2].wallets[0]).toMatchObject({ wallet_address: wallet, is_primary: 1, verified: 0 });
  });

  test.each([
    ["?status=suspended", ["p-3"]],
    ["?q=zoe", ["p-1", "p-2"]],
    ["?q=ZOE%20ST", ["p-1"]],
    ["?q=mail.example", ["p-1", "p-2", "p-3"]],
    ["?q=P-", ["p-1", "p-2", "p-3"]],
    ["?q=z", ["p-1", "p-2"]],
    ["?q=el", ["p-2"]],
    ["?q=nothing", []],
    ["?q=zoe&status=suspended", []],
    ["?q=mail&status=suspended", ["p-3"]],
  ])("%s finds %p", async (query, expected) => {
    expect(names(await list(query))).toEqual(expected);
  });

  test("q finds part of a wallet in its own case only", async () => {
    const part = wallet.slice(3, 15);
    const swapped = [...part]
      .map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()))
      .join("");
    expect(names(await list(`?q=${part}`))).toEqual(["p-3"]);
    expect(names(await list(`?q=${wallet}`))).toEqual(["p-3"]);
    expect(names(await list(`?q=${wallet.slice(0, 2)}`))).toContain("p-3");
    expect(names(await list(`?q=${swapped}`))).toEqual([]);
  });

  test("paging by cursor neither skips nor repeats while users are added; by offset it says where to go on", async () => {
    const first = (await list("?limit=2&q=p-")).json;
    expect([first.count, first.pagination.has_more, first.pagination.next_offset]).toEqual([2, true, 2]);
    await make(key, { external_id: "p-4" });
    const second = await list(`?limit=2&q=p-&cursor=${first.pagination.next_cursor}`);
    expect(names(second)).toEqual(["p-3", "p-4"]);
    expect(second.json.pagination).toEqual({ has_more: false, next_offset: null, next_cursor: null });
    expect(second.json.query.cursor).toBe(first.pagination.next_cursor);
    expect(names(await list("?limit=2&q=p-&offset=2"))).toEqual(["p-3", "p-4"]);
  });

  test("400 for a cursor of other filters, or with an offset, and for unknown parameters", async () => {
    const { next_cursor } = (await list("?limit=1")).json.pagination;
    for (const query of [
      `?limit=1&q=zoe&cursor=${next_cursor}`,
      `?cursor=${next_cursor}&offset=1`,
      "?email=a@b.example",
      "?limit=201",
      "?status=gone",
    ]) {
      const answer = await list(query);
      expect([query, answer.status, answer.json.error]).toEqual([query, 400, "invalid_query"]);
    }
  });
});

describe("GET /api/partner/user-lookup", () => {
  test.each([
    ["?email=zoe@mail.example", ["p-1"]],
    ["?email=ZOE@mail.example", ["p-1"]],
    ["?email=oe@mail.example", []],
    ["?username=zoe", ["p-1"]],
    ["?username=zo", []],
    [`?wallet=${wallet}`, ["p-3"]],
    ["?q=zoe", ["p-1", "p-2"]],
    ["?q=zoe&username=ZOELLA", ["p-2"]],
    ["?q=zoe&username=nina", []],
    [`?q=nina&email=nina@mail.example&username=nina&status=suspended&wallet=${wallet}`, ["p-3"]],
    [`?q=nina&email=nina@mail.example&username=nina&status=active&wallet=${wallet}`, []],
    ["?status=suspended", ["p-3"]],
  ])(
    "%s finds %p: all conditions hold, username and wallet exactly, e-mail in any case",
    async (query, expected) => {
      const answer = await lookUp(query);
      expect([answer.status, names(answer), answer.json.count]).toEqual([200, expected, expected.length]);
    },
  );

  test("echoes the query and takes include_wallets", async () => {
    const { query, users } = (await lookUp(`?wallet=${wallet}&include_wallets&limit=10`)).json;
    expect(query).toEqual({
      limit: 10,
      offset: 0,
      cursor: null,
      metadata: null,
      include_wallets: true,
      q: null,
      email: null,
      username: null,
      wallet,
      status: null,
    });
    expect(users[0].wallets).toHaveLength(1);
  });

  test.each(["", "?limit=5", "?q=&email=", "?include_wallets=1"])(
    "400 where nothing is asked for: %p",
    async (query) => {
      const answer = await lookUp(query);
      expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
        400,
        "invalid_query",
        "q",
      ]);
    },
  );

  test("400 for a wallet that is no address", async () => {
    expect((await lookUp("?wallet=abc")).json.details[0].field).toBe("wallet");
  });
});
