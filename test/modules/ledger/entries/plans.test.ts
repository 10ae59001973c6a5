import { expect, spyOn, test } from "bun:test";
import { type EntryFilters, listEntries } from "../../../../src/modules/ledger/entries/search-store.ts";
import { createWorld } from "../../../harness/app/world.ts";

const NONE: EntryFilters = {
  userId: null,
  reason: null,
  source: null,
  idempotencyKey: null,
  metadata: [],
  from: null,
  to: null,
  order: "desc",
};

/** The look-up of the entry that reverses a row. */
const LINKED_REVERSAL =
  /,CORRELATED SCALAR SUBQUERY \d+,SEARCH i USING INDEX ledger_reversal_items_once \(entry_id=\?\)/g;
/** Two ordered parts that are merged, the first by the entries' ids. */
const RECENT_THEN =
  /^MERGE \(UNION ALL\),LEFT,SEARCH e USING INTEGER PRIMARY KEY \(rowid>\?( AND rowid<\?)?\),SCALAR SUBQUERY \d+,SCAN ledger_search,RIGHT,SEARCH found USING PRIMARY KEY /;

test("every search of the ledger goes by the index that names what is asked for, in its order, and sorts nothing", async () => {
  const world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  const body = { user_id: "ext:zoe", amount: 1, reason: "work", source: "api" };
  await world.call("POST", "/api/salutes/credit", { key, body });
  await world.services.live.writer.run((tx) =>
    tx.run(
      `WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 1100)
       INSERT INTO ledger_entries SELECT NULL, partner_id, user_id, delta, balance_after, reason, source, origin,
         'copy-' || n, payload_hash, status, partner_key_id, metadata, created_at FROM copies, ledger_entries WHERE id = 1`,
    ),
  );
  const { read } = world.services.live;
  const all = spyOn(read, "all");
  /** The index of the entries, or the recent entries and a search table, whose name is left away. */
  const plan = (filters: Partial<EntryFilters>): string => {
    const page = { limit: 50, offset: 0, after: 1_000 };
    listEntries(read, 1, { filters: { ...NONE, ...filters }, page });
    const [text = "", ...values] = all.mock.calls.at(-1) ?? [];
    const table = /ledger_by_\w+/.exec(text)?.[0] ?? "";
    return read
      .plan(text, ...values)
      .join()
      .replaceAll(LINKED_REVERSAL, "")
      .replace(RECENT_THEN, `${table} `)
      .replace(",SEARCH e USING INTEGER PRIMARY KEY (rowid=?)", "")
      .replace("SEARCH e USING INDEX ledger_entries_", "");
  };
  const now = world.clock.now();
  for (const order of ["asc", "desc"] as const) {
    expect(plan({ order })).toMatch(/^ledger_by_partner \(partner_id=\? AND entry_id[<>]\?\)$/);
    expect(plan({ order, userId: 1 })).toMatch(/^by_user \(user_id=\? AND id[<>]\?\)$/);
    expect(plan({ order, userId: 1, reason: "work" })).toMatch(/^by_user /);
    expect(plan({ order, userId: 1, reason: "work", source: "api" })).toMatch(/^by_user /);
    expect(plan({ order, userId: 1, reason: "rare" })).toMatch(/^ledger_by_reason \(/);
    expect(plan({ order, userId: 1, source: "rare" })).toMatch(/^ledger_by_source \(/);
    expect(plan({ order, userId: 1, reason: "work", source: "rare" })).toMatch(/^ledger_by_source \(/);
    expect(plan({ order, reason: "work", source: "rare" })).toMatch(/^ledger_by_source \(/);
    expect(plan({ order, reason: "rare", source: "api" })).toMatch(/^ledger_by_reason \(/);
    expect(plan({ order, reason: "work" })).toMatch(
      /^ledger_by_reason \(partner_id=\? AND reason=\? AND entry_id[<>]\?\)$/,
    );
    expect(plan({ order, source: "api" })).toMatch(
      /^ledger_by_source \(partner_id=\? AND source=\? AND entry_id[<>]\?\)$/,
    );
    expect(plan({ order, from: now - 1, to: now + 1 })).toMatch(
      /^ledger_by_partner \(partner_id=\? AND entry_id>\? AND entry_id<\?\)$/,
    );
    expect(plan({ order, from: now - 1, reason: "work" })).toMatch(
      /^ledger_by_reason .*entry_id>\? AND entry_id<\?\)$/,
    );
    const metadata = [
      { name: "order", value: "1" },
      { name: "shop", value: "web" },
    ];
    for (const more of [{}, { reason: "work" }, { reason: "work", source: "api" }])
      expect(plan({ order, metadata, ...more })).toMatch(
        /^ledger_by_metadata \(partner_id=\? AND name=\? AND value=\? AND entry_id[<>]\?\)$/,
      );
    expect(plan({ order, metadata, userId: 1 })).toMatch(/^by_user /);
    expect(plan({ order, metadata, reason: "rare" })).toMatch(/^ledger_by_reason /);
    // Two entries at the most, one of each origin: sorting them is nothing.
    for (const more of [{}, { userId: 1 }, { reason: "work" }])
      expect(plan({ order, idempotencyKey: "copy-1", ...more })).toMatch(
        /^by_reference \(partner_id=\? AND origin=\? AND idempotency_key=\?/,
      );
  }
  all.mockRestore();
  await world.close();
});
