import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Sql, Tx } from "../../../../src/db/sql.ts";
import { type Criteria, indexUser, listUserIds } from "../../../../src/modules/ledger/user-search/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
  await world.services.live.writer.run((tx) =>
    tx.run("INSERT INTO partners (name, created_at) VALUES ('acme', 0), ('other', 0)"),
  );
});

afterEach(() => world.close());

const [ACME, OTHER] = [1, 2];
const NONE: Criteria = { q: null, status: null, username: null, email: null, wallet: null, metadata: [] };

interface SearchedUser {
  id: number;
  username: string | null;
  display_name: string | null;
  external_id: string;
  email: string | null;
  status: string;
  metadata: string | null;
  wallets: string[];
}

function make(tx: Tx, partnerId: number, user: Omit<SearchedUser, "id">): SearchedUser {
  const { lastInsertRowid: id } = tx.run(
    `INSERT INTO users (partner_id, external_id, username, display_name, email, status, metadata, balance, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0)`,
    partnerId,
    user.external_id,
    user.username,
    user.display_name,
    user.email,
    user.status,
    user.metadata,
  );
  for (const address of user.wallets) {
    tx.run(
      `INSERT INTO wallet_links (partner_id, user_id, blockchain, wallet_address, is_primary, is_hidden, created_at)
         VALUES (?, ?, 'solana', ?, 0, 0, 0)`,
      partnerId,
      id,
      address,
    );
  }
  indexUser(tx, partnerId, id);
  return { id, ...user };
}

/** What a search must find, said as plainly as it can be: small letters are enough for these texts. */
function expected(
  users: SearchedUser[],
  { q, status, username, email, wallet, metadata }: Criteria,
): number[] {
  return users
    .filter((user) => {
      const texts = [user.username, user.display_name, user.external_id, user.email]
        .filter((text) => text !== null)
        .map((text) => text.toLowerCase());
      const part = q?.toLowerCase() ?? "";
      const isShort = (q ?? "").length < 3;
      const found =
        q === null ||
        texts.some((text) => (isShort ? text.startsWith(part) : text.includes(part))) ||
        user.wallets.some((address) => (isShort ? address.startsWith(q) : address.includes(q)));
      return (
        found &&
        metadata.every(({ name, value }) => JSON.parse(user.metadata ?? "{}")[name] === value) &&
        (status === null || user.status === status) &&
        (username === null || user.username === username) &&
        (email === null || user.email?.toLowerCase() === email.toLowerCase()) &&
        (wallet === null || user.wallets.includes(wallet))
      );
    })
    .map((user) => user.id);
}

/** Every page by cursor after the first `skipped` users, until the search says that there is no more. */
function walk(sql: Sql, criteria: Criteria, { partnerId = ACME, limit = 50, skipped = 0 } = {}): number[] {
  const ids: number[] = [];
  for (let from = { after: 0, offset: skipped }; ; ) {
    const found = listUserIds(sql, partnerId, { criteria, page: { ...from, limit: limit + 1 } });
    const page = found.ids.slice(0, limit);
    ids.push(...page);
    if (found.cutOff === null && found.ids.length <= limit) return ids;
    from = found.cutOff ?? { after: page.at(-1) ?? from.after, offset: 0 };
  }
}

const word = fc.constantFrom(
  "zoe",
  "Zoe",
  "ZOEY",
  "adam",
  "Adamant",
  "z",
  "ZO",
  "o'zo",
  'q"uo',
  "li lo",
  "%_",
  "a-zo",
);
// Base58 has no capital O: addresses here have none either.
const address = fc.constantFrom("AbcD1", "abcD2", "zoeAb", "ZQEab", "xxAbc");
const user = fc.record({
  username: fc.option(word),
  display_name: fc.option(word),
  email: fc.option(fc.constantFrom("zoe@a.example", "adam@a.example", "ADAM@b.example")),
  status: fc.constantFrom("active", "suspended"),
  metadata: fc.constantFrom(null, '{"shop":"web"}', '{"shop":"web","tier":"gold"}', '{"tier":"gold"}'),
  wallets: fc.uniqueArray(address, { maxLength: 3 }),
});
const criteria = fc.record({
  q: fc.option(
    fc.constantFrom(
      "z",
      "zo",
      "ZO",
      "zoe",
      "ZOE",
      "ZQ",
      "ZQE",
      "abc",
      "Abc",
      "ab",
      "Ab",
      "dam",
      '"',
      'q"u',
      "o l",
      "i l",
      "%_",
      "nope",
      "@a.e",
    ),
  ),
  status: fc.option(fc.constantFrom("active", "suspended")),
  username: fc.option(word, { freq: 4 }),
  email: fc.option(fc.constantFrom("zoe@a.example", "adam@b.example", "Adam@B.example"), { freq: 4 }),
  wallet: fc.option(address, { freq: 4 }),
  metadata: fc.constantFrom(
    [],
    [{ name: "shop", value: "web" }],
    [
      { name: "shop", value: "web" },
      { name: "tier", value: "gold" },
    ],
  ),
});

describe("a search", () => {
  test("finds by cursor and by offset exactly the partner's users that meet all conditions, in order, each once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(user, { minLength: 1, maxLength: 40 }),
        fc.array(criteria, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (drafts, searches, limit) => {
          const { live } = world.services;
          const mine = await live.writer.run((tx) => {
            for (const table of ["users_fts", "wallets_fts", "user_prefixes", "wallet_links", "users"])
              tx.run(`DELETE FROM ${table}`);
            const taken = new Set<string>();
            return drafts.flatMap((draft, index) => {
              const wallets = draft.wallets.filter((each) => !taken.has(each));
              for (const each of wallets) taken.add(each);
              make(tx, OTHER, { ...draft, external_id: `o${index}`, wallets: [] });
              return make(tx, ACME, { ...draft, external_id: `u${index}`, wallets });
            });
          });
          for (const search of searches) {
            const wanted = expected(mine, search);
            expect(walk(live.read, search, { limit })).toEqual(wanted);
            const byOffset = listUserIds(live.read, ACME, {
              criteria: search,
              page: { after: 0, limit, offset: 2 },
            });
            expect(byOffset.ids).toEqual(wanted.slice(2, 2 + limit));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("follows a user's changes and forgets what was", async () => {
    const { live } = world.services;
    const search = (q: string) =>
      listUserIds(live.read, ACME, { criteria: { ...NONE, q }, page: { after: 0, limit: 10, offset: 0 } })
        .ids;
    const draft = {
      username: "zoe",
      display_name: null,
      external_id: "u1",
      email: null,
      status: "active",
      metadata: null,
    };
    const { id } = await live.writer.run((tx) => make(tx, ACME, { ...draft, wallets: ["AbcD1"] }));
    expect([search("zoe"), search("bcD"), search("z")]).toEqual([[id], [id], [id]]);
    await live.writer.run((tx) => {
      tx.run("UPDATE users SET username = 'Nina' WHERE id = ?", id);
      tx.run("DELETE FROM wallet_links WHERE user_id = ?", id);
      indexUser(tx, ACME, id);
    });
    expect([search("zoe"), search("bcD"), search("z"), search("nin"), search("N")]).toEqual([
      [],
      [],
      [],
      [id],
      [id],
    ]);
    await live.writer.run((tx) => {
      tx.run("UPDATE users SET deleted_at = 1 WHERE id = ?", id);
      indexUser(tx, ACME, id);
    });
    expect([search("nin"), search("N"), search("u1")]).toEqual([[], [], []]);
  });

  test("ids past 2^32 and partners past 2^17 neither mix nor lose a bit", async () => {
    const { live } = world.services;
    const [partner, id] = [5_000_001, 2 ** 35 + 3];
    await live.writer.run((tx) => {
      tx.run("INSERT INTO partners (id, name, created_at) VALUES (?, 'late', 0)", partner);
      tx.run(
        `INSERT INTO users (id, partner_id, external_id, username, status, balance, created_at, updated_at)
           VALUES (?, ?, 'u1', 'zoe', 'active', 0, 0, 0)`,
        id,
        partner,
      );
      indexUser(tx, partner, id);
    });
    const search = (of: number) =>
      listUserIds(live.read, of, {
        criteria: { ...NONE, q: "zoe" },
        page: { after: 0, limit: 10, offset: 0 },
      });
    expect([search(partner).ids, search(partner - 1).ids, search(partner + 1).ids]).toEqual([[id], [], []]);
  });

  test("conditions that many users meet but none both end the page early, and the cursor goes on to the end", async () => {
    const { live } = world.services;
    const last = await live.writer.run((tx) => {
      let id = 0;
      for (let index = 0; index < 5_000; index++) {
        const isOdd = index % 2 === 1;
        const fields = {
          display_name: null,
          email: null,
          metadata: null,
          wallets: [],
          external_id: `u${index}`,
        };
        const meetsBoth = index === 4_999;
        ({ id } = make(tx, ACME, {
          ...fields,
          username: isOdd && !meetsBoth ? "walker" : "runner",
          status: isOdd ? "suspended" : "active",
        }));
      }
      return id;
    });
    const criteria = { ...NONE, q: "runner", status: "suspended" };
    const first = listUserIds(live.read, ACME, { criteria, page: { after: 0, limit: 51, offset: 0 } });
    expect([first.ids, first.cutOff !== null]).toEqual([[], true]);
    expect(walk(live.read, criteria)).toEqual([last]);
    expect(walk(live.read, criteria, { skipped: 1 })).toEqual([]);
    const suspended = { ...NONE, q: "walker", status: "suspended" };
    const all = walk(live.read, suspended);
    for (const skipped of [1, 1_200, all.length - 1])
      expect(walk(live.read, suspended, { skipped })).toEqual(all.slice(skipped));
  });
});
