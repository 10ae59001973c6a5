import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MAX_OFFSET } from "../../src/http/input/paging.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Lists and their pages (contract section 2), on the ledger. */

let world: World;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await world.createUser(key, "many");
  for (let i = 1; i <= 120; i++) await credit(i);
});

afterAll(() => world.close());

const credit = (amount: number) =>
  world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: 1, amount, reason: amount % 2 === 0 ? "even" : "odd" },
  });
const list = async (query: string) => (await world.call("GET", `/api/salutes/ledger?${query}`, { key })).json;
const ids = (page: { ledger: { id: number }[] }) => page.ledger.map((entry) => entry.id);

/** Follows next_cursor to the end; `between` runs after each page. */
async function walk(
  query: string,
  between: () => Promise<unknown> = async () => undefined,
): Promise<number[]> {
  const seen: number[] = [];
  for (let page = await list(query); ; page = await list(`${query}&cursor=${page.pagination.next_cursor}`)) {
    seen.push(...ids(page));
    expect(page.count).toBe(page.ledger.length);
    expect(page.pagination.next_cursor === null).toBe(!page.pagination.has_more);
    if (!page.pagination.has_more) return seen;
    await between();
  }
}

describe("limit and offset", () => {
  test("50 unless given, newest first, echoed", async () => {
    const page = await list("");
    expect([page.count, page.query.limit, page.query.offset, page.query.order]).toEqual([50, 50, 0, "desc"]);
    expect(ids(page)).toEqual([...ids(page)].sort((a, b) => b - a));
    expect(page.pagination).toEqual({ has_more: true, next_offset: 50, next_cursor: expect.any(String) });
  });

  test.each(["limit=0", "limit=201", "limit=-1", `offset=${MAX_OFFSET + 1}`, "offset=-1"])(
    "%s is 400",
    async (query) => {
      const page = await list(query);
      expect([page.error, page.details[0].field]).toEqual(["invalid_query", query.split("=")[0]]);
    },
  );

  test("offsets page through all rows; the last page has no next", async () => {
    const seen: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(`order=asc&limit=50&offset=${offset}`);
      seen.push(...ids(page));
      offset = page.pagination.next_offset;
    }
    expect(seen).toEqual(await walk("order=asc&limit=200"));
  });

  test("a last page that is exactly full has no next", async () => {
    const all = await walk("order=asc&limit=200");
    const page = await list(`order=asc&limit=10&offset=${all.length - 10}`);
    expect(page.pagination).toEqual({ has_more: false, next_offset: null, next_cursor: null });
    expect((await list(`offset=${all.length + 5}`)).ledger).toEqual([]);
  });

  test("above 100,000 there is no next_offset, only a cursor", async () => {
    await world.services.live.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE row(id) AS (SELECT 1001 UNION ALL SELECT id + 1 FROM row WHERE id < 101300)
           INSERT INTO ledger_entries SELECT id, 1, 2, 1, 1, 'bulk', 'api', 'partner', 'b' || id, 'h', 200, NULL, NULL, 0 FROM row`,
      ),
    );
    const query = "order=asc&limit=200&reason=bulk";
    expect((await list(`${query}&offset=99800`)).pagination.next_offset).toBe(100_000);
    const last = await list(`${query}&offset=99900`);
    expect(last.pagination).toEqual({ has_more: true, next_offset: null, next_cursor: expect.any(String) });
    expect(ids(await list(`${query}&cursor=${last.pagination.next_cursor}`))[0]).toBe(1001 + 100_100);
  });
});

test("filtering by an unknown or another partner's user is 404, in the list and in the export", async () => {
  const other = await world.createKey("globex");
  for (const path of ["/api/salutes/ledger", "/api/salutes/ledger.csv"]) {
    for (const [who, user] of [
      [key, "999"],
      [key, "ext:nobody"],
      [other, "1"],
    ] as const) {
      const answer = await world.call("GET", `${path}?user_id=${user}`, { key: who });
      expect([answer.status, answer.json.error]).toEqual([404, "user_not_found"]);
    }
  }
});

describe("a cursor", () => {
  test.each(["order=desc&limit=7", "order=asc&limit=7", "limit=1&reason=even", "user_id=1&limit=50"])(
    "%s: neither skips nor repeats, in order",
    async (query) => {
      const filtered = `${query}&to=2026-11-22T00:00:00Z&source=api`;
      const seen = await walk(`${filtered}${query.includes("reason") ? "" : "&reason=odd"}`);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBe(60);
      expect(seen).toEqual([...seen].sort((a, b) => (query.includes("asc") ? a - b : b - a)));
    },
  );

  test("is stable while rows are added: descending lists none of them, ascending all of them, each once", async () => {
    const before = await walk("reason=odd&limit=200");
    const descending = await walk("reason=odd&limit=9", () => credit(1));
    expect(descending).toEqual(before);
    const added = (await walk("reason=odd&limit=200")).length - before.length;
    let left = 5;
    const ascending = await walk("order=asc&reason=odd&limit=50", async () => {
      if (left-- > 0) await credit(3);
    });
    expect(new Set(ascending).size).toBe(ascending.length);
    expect(ascending.length).toBeGreaterThan(before.length + added);
    expect(ascending).toEqual(await walk("order=asc&reason=odd&limit=200"));
  });

  test("is valid only for its filters and order, but for any limit", async () => {
    const { next_cursor: cursor } = (await list("reason=odd&limit=5")).pagination;
    expect((await list(`reason=odd&limit=9&cursor=${cursor}`)).count).toBe(9);
    for (const other of [
      "reason=even",
      "",
      "reason=odd&order=asc",
      "reason=odd&user_id=1",
      "reason=odd&source=api",
    ]) {
      const page = await list(`${other}&cursor=${cursor}`);
      expect([other, page.error, page.details?.[0].field]).toEqual([other, "invalid_query", "cursor"]);
    }
  });

  test("gives another partner no access to rows", async () => {
    const { next_cursor: cursor } = (await list("limit=5")).pagination;
    const other = await world.createKey("globex");
    const page = (await world.call("GET", `/api/salutes/ledger?limit=5&cursor=${cursor}`, { key: other }))
      .json;
    expect([page.ledger, page.error]).toEqual([[], undefined]);
  });

  test("excludes offset; next_offset is null", async () => {
    const { next_cursor: cursor } = (await list("limit=5")).pagination;
    const page = await list(`limit=5&cursor=${cursor}`);
    expect([page.pagination.next_offset, page.query.cursor]).toEqual([null, cursor]);
    for (const offset of ["0", "5"]) {
      const refused = await list(`limit=5&cursor=${cursor}&offset=${offset}`);
      expect([refused.error, refused.details[0].field]).toEqual(["invalid_query", "cursor"]);
    }
  });

  test.each(["x", "MQ", "%2B%2F", "a".repeat(201)])("%s is none", async (cursor) => {
    const page = await list(`cursor=${cursor}`);
    expect([page.error, page.details[0].field]).toEqual(["invalid_query", "cursor"]);
  });
});
