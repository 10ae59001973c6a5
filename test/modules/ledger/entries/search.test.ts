import { expect, test } from "bun:test";
import { HOUR_MS } from "../../../../src/kit/clock.ts";
import { type EntryFilters, listEntries } from "../../../../src/modules/ledger/entries/search-store.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";

interface Booked {
  partner: number;
  userId: number;
  reason: string;
  source: string;
  notes: Record<string, string>;
  at: number;
}

test("a search finds what a walk through all entries finds, however many of them are in the search tables", async () => {
  const random = seededRandom(chooseSeed());
  const below = (count: number) => Math.floor(random() * count);
  const world = await createWorld();
  const { live } = world.services;
  const users: { partner: number; userId: number }[] = [];
  for (const [index, name] of ["acme", "other"].entries()) {
    const key = await world.createKey(name);
    for (const user of ["zoe", "ann"])
      users.push({ partner: index + 1, userId: await world.createUser(key, `${name}-${user}`) });
  }
  const start = world.clock.now();
  const booked: Booked[] = [];
  const book = (count: number) =>
    live.writer.run((tx) => {
      for (let made = 0; made < count; made++) {
        const owner = users[below(users.length)] ?? { partner: 1, userId: 1 };
        const entry = {
          ...owner,
          reason: `reason-${below(3)}`,
          source: `source-${below(3)}`,
          notes: (random() < 0.5 ? {} : { order: String(below(3)), shop: String(below(2)) }) as Record<
            string,
            string
          >,
          at: start + (below(10) - 1) * HOUR_MS + booked.length,
        };
        booked.push(entry);
        tx.run(
          `INSERT INTO ledger_entries VALUES (?, ?, ?, 1, 1, ?, ?, 'partner', ?, 'h', 200, NULL, ?, ?)`,
          booked.length,
          entry.partner,
          entry.userId,
          entry.reason,
          entry.source,
          `key-${booked.length}`,
          Object.keys(entry.notes).length === 0 ? null : JSON.stringify(entry.notes),
          entry.at,
        );
      }
    });
  const maybe = <Value>(value: Value): Value | null => (random() < 0.4 ? value : null);
  for (let turn = 0; turn < 400; turn++) {
    if (turn % 10 === 0) await book(1 + below(12));
    const partner = 1 + below(2);
    const filters: EntryFilters = {
      userId: maybe(users[(partner - 1) * 2 + below(2)]?.userId ?? 0),
      reason: maybe(`reason-${below(4)}`),
      source: maybe(`source-${below(4)}`),
      metadata: [
        { name: "order", value: String(below(3)) },
        { name: "shop", value: String(below(3)) },
      ].slice(0, random() < 0.6 ? 0 : 1 + below(2)),
      idempotencyKey: random() < 0.1 ? `key-${below(booked.length)}` : null,
      from: maybe(start + (below(12) - 2) * HOUR_MS),
      to: maybe(start + below(12) * HOUR_MS),
      order: random() < 0.5 ? "asc" : "desc",
    };
    const page = { limit: 1 + below(30), offset: below(3) * 10, after: maybe(below(booked.length + 2)) };
    const wanted = booked
      .map((entry, index) => ({ ...entry, id: index + 1 }))
      .filter(
        ({ id, ...entry }) =>
          entry.partner === partner &&
          (filters.userId === null || entry.userId === filters.userId) &&
          (filters.reason === null || entry.reason === filters.reason) &&
          filters.metadata.every(({ name, value }) => entry.notes[name] === value) &&
          (filters.source === null || entry.source === filters.source) &&
          (filters.idempotencyKey === null || `key-${id}` === filters.idempotencyKey) &&
          (filters.from === null || entry.at >= filters.from) &&
          (filters.to === null || entry.at < filters.to) &&
          (page.after === null || (filters.order === "asc" ? id > page.after : id < page.after)),
      )
      .map(({ id }) => id);
    if (filters.order === "desc") wanted.reverse();
    expect(listEntries(live.read, partner, { filters, page }).rows.map(({ id }) => id)).toEqual(
      wanted.slice(page.offset, page.offset + page.limit),
    );
  }
  const kept = live.read.one<{ id: number }>("SELECT through_id AS id FROM ledger_search").id;
  expect(booked.length - kept).toBeLessThan(64);
  expect(kept).toBeGreaterThan(0);
  await world.close();
});

test("conditions that few entries meet together are searched a window at a time, to the first entry", async () => {
  const world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  const key = await world.createKey("acme");
  const user_id = await world.createUser(key, "zoe");
  const wanted = { user_id, amount: 1, reason: "common", source: "usual", metadata: { a: "1", b: "2" } };
  await world.call("POST", "/api/salutes/credit", { key, body: wanted });
  const copies = (count: number, from: number, columns: string) =>
    world.services.live.writer.run((tx) =>
      tx.run(
        `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?)
           INSERT INTO ledger_entries SELECT NULL, partner_id, user_id, delta, balance_after, ${columns}, origin,
             'copy-' || (n + ?), payload_hash, status, partner_key_id, metadata, created_at FROM copies, ledger_entries WHERE id = 1`,
        count,
        from,
      ),
    );
  await copies(10_500, 0, "reason, 'other'");
  await copies(1_500, 10_500, "'else', source");
  const read = (query: string) => world.call("GET", `/api/salutes/ledger?limit=2&${query}`, { key });
  for (const filter of ["reason=common&source=usual", `user_id=${user_id}&reason=common&source=usual`]) {
    const first = (await read(filter)).json;
    expect([filter, first.count, first.pagination.has_more]).toEqual([filter, 0, true]);
    const rest = (await read(`${filter}&cursor=${first.pagination.next_cursor}`)).json;
    expect(rest.ledger.map(({ id }: { id: number }) => id)).toEqual([1]);
    expect(rest.pagination.has_more).toBe(false);
    const csv = await world.call("GET", `/api/salutes/ledger.csv?${filter}`, { key });
    expect(csv.text.trimEnd().split("\r\n")).toHaveLength(2);
  }
  const hour = new Date(world.clock.now() - HOUR_MS).toISOString();
  const timed = (await read(`reason=common&source=usual&to=${hour}`)).json;
  expect([timed.count, timed.pagination.has_more]).toEqual([0, false]);
  const alone = (await read("reason=common&order=asc")).json;
  expect([alone.count, alone.ledger[0].id]).toEqual([2, 1]);
  // Rows to be skipped are counted over all windows.
  await world.call("POST", "/api/salutes/credit", { key, body: wanted });
  for (const [offset, left] of [
    [0, [12_002, 1]],
    [1, [1]],
    [2, []],
  ] as const) {
    const first = (await read(`reason=common&source=usual&offset=${offset}`)).json;
    const rest = (await read(`reason=common&source=usual&cursor=${first.pagination.next_cursor}`)).json;
    const ids = [...first.ledger, ...rest.ledger].map(({ id }) => id);
    expect([ids, rest.pagination.has_more]).toEqual([[...left], false]);
  }
  await world.close();
});
