import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { failConversion } from "../../../../src/modules/ledger/conversions/index.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { parseCsv } from "../../../harness/checks/csv.ts";
import { createConversionWorld, OPERATOR } from "../conversions/fixture.ts";
import { type CorrectionWorld, createCorrectionWorld } from "./fixture.ts";

let world: CorrectionWorld;

beforeEach(async () => {
  world = await createCorrectionWorld({
    REVERSAL_APPROVAL_SALUTES: "1000",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  });
});

afterEach(async () => {
  expect(world.broken()).toEqual([]);
  await world.close();
});

const eventsOf = (type: string) =>
  world
    .rows<{ data: string }>(`SELECT data FROM events WHERE event_type = '${type}' ORDER BY id`)
    .map(({ data }) => JSON.parse(data));

describe("a reversal", () => {
  test("counts an id once that is there as a number and as a text", async () => {
    const credit = await world.post("credit", 10);
    const twice = { entry_ids: [credit, String(credit)] };
    expect((await world.reverse({ ...twice, dry_run: true })).json).toMatchObject({ count: 1, total: 10 });
    expect((await world.reverse(twice)).json.state).toBe("done");
    expect(await world.balance()).toBe(0);
  });

  test("that would pass the largest balance is foreseen by a dry run, and refused", async () => {
    for (let each = 0; each < 70; each++) await world.post("credit", 1e12);
    const debit = await world.post("debit", 5);
    await world.post("credit", 5);
    const left = { entry_id: debit, why: "its user's balance would pass the largest" };
    const foreseen = (await world.reverse({ entry_ids: [debit], dry_run: true })).json;
    expect([foreseen.count, foreseen.total, foreseen.left_out]).toEqual([0, 0, [left]]);
    expect((await world.reverse({ entry_ids: [debit] })).json).toMatchObject({
      error: "state_conflict",
    });
  });

  test("takes back credits and returns debits, newest first, as entries of the system that name them", async () => {
    const credit = await world.post("credit", 100);
    const debit = await world.post("debit", 60);
    const { status, json } = await world.reverse({ entry_ids: [credit, String(debit)] });
    expect([status, json.reversal_id, json.state]).toEqual([202, 1, "done"]);
    expect(await world.balance()).toBe(0);
    const { ledger } = (await world.call("GET", "/api/salutes/ledger?order=asc", { key: world.key })).json;
    expect(ledger).toMatchObject([
      { id: credit, delta: 100, reversed_by: 4, reverses: null },
      { id: debit, delta: -60, reversed_by: 3, reverses: null },
      { id: 3, delta: 60, reason: "reversal", source: "system", reverses: debit, reversed_by: null },
      { id: 4, delta: -100, idempotency_key: `reversal:${credit}`, partner_key_id: null, reverses: credit },
    ]);
    expect(eventsOf("salutes.credit")[1]).toMatchObject({ delta: 60, ledger_entry_id: 3, reverses: debit });
    expect(eventsOf("salutes.debit")[1]).toMatchObject({ delta: -100, balance: 0, reverses: credit });
    expect(eventsOf("salutes.credit")[0]).not.toHaveProperty("reverses");
  });

  test("is shown at both ends in the operators' ledger and in both CSVs", async () => {
    const credit = await world.post("credit", 5);
    await world.reverse({ entry_ids: [credit] });
    const entries = (await world.admin("GET", "/admin/ops/ledger/entries.json")).json.entries;
    expect(entries).toMatchObject([
      { id: 2, origin: "system", reverses: 1, reversed_by: null },
      { id: 1, reversed_by: 2, reverses: null },
    ]);
    const ends = (text: string) => parseCsv(text).map((row) => [row.reversed_by, row.reverses]);
    const own = (await world.call("GET", "/api/salutes/ledger.csv?order=asc", { key: world.key })).text;
    expect(ends(own)).toEqual([
      ["2", ""],
      ["", "1"],
    ]);
    const all = (await world.admin("GET", "/admin/ops/ledger/entries.csv")).text;
    expect(ends(all)).toEqual([
      ["", "1"],
      ["2", ""],
    ]);
  });

  test("happens once: of its entries and of itself there is no other", async () => {
    const credit = await world.post("credit", 10);
    await world.reverse({ entry_ids: [credit] });
    for (const [id, why] of [
      [credit, "entry 2 reversed it"],
      [2, "it reverses entry 1"],
    ] as const) {
      const { status, json } = await world.reverse({ entry_ids: [id] });
      expect([status, json.error, json.message]).toEqual([
        409,
        "state_conflict",
        `Leave out what cannot be reversed: entry ${id}, because ${why}.`,
      ]);
    }
    expect(await world.balance()).toBe(0);
    expect(world.rows("SELECT 1 FROM ledger_entries")).toHaveLength(2);
  });

  test("sent twice at once, one of two is carried out", async () => {
    const credit = await world.post("credit", 10);
    const answers = await Promise.all([1, 2].map(() => world.reverse({ entry_ids: [credit] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await world.balance()).toBe(0);
  });

  test("leaves both entries of a conversion alone", async () => {
    const other = await createConversionWorld();
    const id = await other.pending();
    await other.services.live.writer.run((tx) => failConversion(tx, OPERATOR, { id, reason: "no funds" }));
    const { token } = await makeOperator(other, "ops", "operator");
    const { json } = await other.call("POST", "/admin/ops/ledger/reversals", {
      headers: { authorization: `Bearer ${token}` },
      body: { filter: { partner: "acme" }, reason: "x", on_shortfall: "skip", dry_run: true },
    });
    const why = "it belongs to a conversion, which is failed or settled instead";
    expect([json.count, json.left_out]).toEqual([
      1,
      [
        { entry_id: 3, why },
        { entry_id: 2, why },
      ],
    ]);
    await other.close();
  });

  test("refuses entries of deleted users and unknown ones, with the reason", async () => {
    const credit = await world.post("credit", 10);
    await world.post("debit", 10);
    await world.call("DELETE", "/api/partner/users/ext:zoe", { key: world.key });
    expect((await world.reverse({ entry_ids: [credit] })).json.message).toContain("its user is deleted");
    const unknown = await world.reverse({ entry_ids: [99] });
    expect([unknown.status, unknown.json.message]).toEqual([
      404,
      "Check the ids: there is no ledger entry 99.",
    ]);
    expect(world.rows("SELECT 1 FROM ledger_reversals")).toEqual([]);
  });

  test("by a filter takes the matching entries that can be reversed, and names the others", async () => {
    for (const amount of [1, 2, 3]) await world.post("credit", amount);
    await world.reverse({ entry_ids: [2] });
    const preview = (await world.reverse({ filter: { partner: "acme", min_amount: 2 }, dry_run: true })).json;
    expect(preview).toMatchObject({
      count: 1,
      total: 3,
      users: 1,
      shortfalls: [],
      left_out: [
        { entry_id: 4, why: "it reverses entry 2" },
        { entry_id: 2, why: "entry 4 reversed it" },
      ],
      left_out_count: 2,
      has_more: false,
      needs_approval: false,
    });
    const { reversal_id } = (await world.reverse({ filter: { partner: "acme", min_amount: 2 } })).json;
    const { filter, items } = await world.reversal(reversal_id);
    expect([filter, items.map((each: { entry_id: number }) => each.entry_id)]).toEqual([
      { partner: "acme", min_amount: 2 },
      [3],
    ]);
    expect(await world.balance()).toBe(1);
    expect((await world.reverse({ filter: { partner: "acme", min_amount: 2 } })).json.error).toBe(
      "state_conflict",
    );
  });

  test.each([
    [{}, "entry_ids"],
    [{ entry_ids: [1], filter: { reason: "quest" } }, "filter"],
    [{ filter: {} }, "filter"],
    [{ entry_ids: [] }, "entry_ids"],
    [{ entry_ids: [1], reason: " " }, "reason"],
    [{ entry_ids: [1], on_shortfall: "maybe" }, "on_shortfall"],
  ])("400 for %p, naming %s", async (body, field) => {
    const { status, json } = await world.reverse(body);
    expect([status, json.details[0].field]).toEqual([400, field]);
  });

  test("needs an operator: a viewer reads only", async () => {
    await world.post("credit", 1);
    const body = { entry_ids: [1], reason: "x", on_shortfall: "skip" };
    expect((await world.admin("POST", "/admin/ops/ledger/reversals", body, "eve")).status).toBe(403);
    expect(
      (await world.admin("GET", "/admin/ops/ledger/reversals", undefined, "eve")).json.reversals,
    ).toEqual([]);
    expect((await world.admin("GET", "/admin/ops/ledger/reversals/1", undefined, "eve")).status).toBe(404);
  });
});

describe("a balance that does not cover an entry", () => {
  let credit: number;
  let other: number;

  /** Zoe has 40 of 100, Max 5. */
  beforeEach(async () => {
    await world.createUser(world.key, "max");
    credit = await world.post("credit", 100);
    await world.post("debit", 60);
    other = await world.post("credit", 5, "ext:max");
  });

  const SHORTFALL = { user_id: "1", entry_id: 1, balance: 40, missing: 60 };

  test("is foreseen by a dry run, which changes nothing", async () => {
    const { status, json } = await world.reverse({ entry_ids: [credit, other], dry_run: true });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      count: 2,
      total: 105,
      users: 2,
      shortfalls: [SHORTFALL],
      shortfall_count: 1,
    });
    expect(world.rows("SELECT 1 FROM ledger_reversals")).toEqual([]);
    expect(await world.balance()).toBe(40);
  });

  test("refuse: 409 with the shortfalls, and nothing happens", async () => {
    const { status, json } = await world.reverse({ entry_ids: [credit, other] });
    expect([status, json.error, json.shortfalls]).toEqual([409, "reversal_shortfall", [SHORTFALL]]);
    expect([await world.balance(), await world.balance("ext:max")]).toEqual([40, 5]);
  });

  test("partial: takes what is there, and says what is missing", async () => {
    const { reversal_id } = (await world.reverse({ entry_ids: [credit, other], on_shortfall: "partial" }))
      .json;
    const { items, ...reversal } = await world.reversal(reversal_id);
    const sums = { reversed: 1, partial: 1, left: 0, total: 105, moved: 45, missing: 60 };
    expect(reversal).toMatchObject(sums);
    const listed = (await world.admin("GET", "/admin/ops/ledger/reversals")).json.reversals;
    expect(listed).toMatchObject([{ total: 105, moved: 45, missing: 60 }]);
    const [done] = world.rows<{ details: string }>(
      "SELECT details FROM audit_entries WHERE action = 'ledger.reversal_done'",
    );
    expect(JSON.parse(done?.details ?? "")).toEqual(sums);
    expect(items[1]).toMatchObject({
      entry_id: credit,
      state: "partial",
      missing: 60,
      moved: -40,
      why: null,
    });
    expect([await world.balance(), await world.balance("ext:max")]).toEqual([0, 0]);
  });

  test("partial with an empty balance, and skip: the entry is left and can be reversed later", async () => {
    await world.post("debit", 40);
    for (const on_shortfall of ["partial", "skip"]) {
      const { reversal_id } = (await world.reverse({ entry_ids: [credit], on_shortfall })).json;
      const { items, moved, missing } = await world.reversal(reversal_id, "?state=left");
      expect([moved, missing]).toEqual([0, 100]);
      expect(items).toMatchObject([
        { entry_id: credit, state: "left", why: "shortfall", missing: 100, reversal_entry_id: null },
      ]);
    }
    await world.post("credit", 100);
    expect((await world.reverse({ entry_ids: [credit] })).status).toBe(202);
    expect(await world.balance()).toBe(0);
  });
});

describe("above the limit of one operator", () => {
  const approve = (id: number, by: "ops" | "boss") =>
    world.admin("POST", `/admin/ops/ledger/reversals/${id}/approve`, undefined, by);
  const cancel = (id: number) => world.admin("POST", `/admin/ops/ledger/reversals/${id}/cancel`);

  test("a reversal waits until another operator approves it, once", async () => {
    const credit = await world.post("credit", 1000.01);
    const { json } = await world.reverse({ entry_ids: [credit] });
    expect(json).toMatchObject({ reversal_id: 1, state: "waiting_approval" });
    await world.goOn();
    expect(await world.balance()).toBe(1000.01);
    expect(await world.reversal(1)).toMatchObject({ total: 1000.01, moved: null, missing: null });
    expect((await world.reverse({ entry_ids: [credit] })).json.message).toContain("it is part of reversal 1");
    const own = await approve(1, "ops");
    expect([own.status, own.json.message]).toEqual([
      409,
      "Ask another operator: ops asked for it, and cannot approve it too.",
    ]);
    expect((await approve(1, "boss")).json).toMatchObject({
      state: "done",
      requested_by: "ops",
      decided_by: "boss",
    });
    expect(await world.balance()).toBe(0);
    expect([(await approve(1, "boss")).status, (await cancel(1)).status]).toEqual([409, 409]);
    expect([(await approve(7, "boss")).status, (await cancel(7)).status]).toEqual([404, 404]);
    expect(world.audited()).toEqual([
      "ops ledger.reverse reversal:1",
      "boss ledger.reversal_approve reversal:1",
      "ledger_reversals ledger.reversal_done reversal:1",
    ]);
  });

  test("an approval checks balances again", async () => {
    const credit = await world.post("credit", 1001);
    await world.reverse({ entry_ids: [credit] });
    await world.post("debit", 1);
    const { status, json } = await approve(1, "boss");
    expect([status, json.error, json.shortfalls[0].missing]).toEqual([409, "reversal_shortfall", 1]);
    expect((await world.reversal(1)).state).toBe("waiting_approval");
  });

  test("an approval leaves the entries of users who were erased meanwhile", async () => {
    await world.createUser(world.key, "max");
    const credits = [await world.post("credit", 700), await world.post("credit", 700, "ext:max")];
    expect((await world.reverse({ entry_ids: credits })).json.state).toBe("waiting_approval");
    const erasure = { balance: "forfeit", reason: "request 7" };
    expect((await world.admin("POST", `/admin/ops/users/${world.userId}/erase`, erasure)).status).toBe(200);
    expect(
      (await world.admin("POST", "/admin/ops/ledger/reversals/1/approve", undefined, "boss")).json.state,
    ).toBe("done");
    expect(await world.balance("ext:max")).toBe(0);
    expect((await world.reversal(1)).items).toMatchObject([
      { state: "reversed" },
      { state: "left", why: "user_deleted" },
    ]);
  });

  test("what waits can be cancelled, and its entries are free again", async () => {
    const credit = await world.post("credit", 1001);
    await world.reverse({ entry_ids: [credit] });
    expect((await cancel(1)).json).toMatchObject({
      ...{ state: "cancelled", left: 1, decided_by: "ops" },
      ...{ moved: null, missing: null },
    });
    expect(await world.balance()).toBe(1001);
    expect((await world.reverse({ entry_ids: [credit] })).json.reversal_id).toBe(2);
  });
});

describe("more entries than one commit takes", () => {
  beforeEach(async () => {
    const items = Array.from({ length: 250 }, () => ({
      operation: "credit",
      user_id: "ext:zoe",
      amount: 1,
      reason: "twice",
    }));
    await world.call("POST", "/api/salutes/batch", { key: world.key, body: { items } });
  });

  test("are reversed in portions, which go on after a restart", async () => {
    const { json } = await world.reverse({ filter: { reason: "twice" } });
    expect(json.state).toBe("running");
    expect(await world.reversal(1)).toMatchObject({
      ...{ waiting: 150, reversed: 100, ended_at: null },
      ...{ moved: null, missing: null },
    });
    await world.restart();
    await world.goOn();
    const { state, reversed, waiting, pagination, items } = await world.reversal(1, "?limit=200");
    expect([state, reversed, waiting, pagination.has_more, items.length]).toEqual([
      "done",
      250,
      0,
      true,
      200,
    ]);
    const more = await world.reversal(1, `?limit=200&cursor=${pagination.next_cursor}`);
    expect([more.items.length, more.pagination.has_more]).toEqual([50, false]);
    expect(await world.balance()).toBe(0);
  });

  test("an entry that a debit in between left uncovered is left, with the shortfall", async () => {
    await world.reverse({ filter: { reason: "twice" } });
    await world.post("debit", 149.5);
    await world.goOn();
    expect(await world.reversal(1, "?state=left")).toMatchObject({ state: "done", reversed: 100, left: 150 });
    expect(await world.balance()).toBe(0.5);
  });

  test("wait while changes are stopped", async () => {
    await world.reverse({ filter: { reason: "twice" } });
    await world.services.live.writer.run((tx) => switchSafeMode(tx, OPERATOR, "drill"));
    await world.goOn();
    expect((await world.reversal(1)).waiting).toBe(150);
  });

  test("are listed with their progress, newest first", async () => {
    await world.reverse({ filter: { reason: "twice" } });
    const credit = await world.post("credit", 1);
    await world.reverse({ entry_ids: [credit] });
    const first = (await world.admin("GET", "/admin/ops/ledger/reversals?limit=1")).json;
    expect(first).toMatchObject({ count: 1, reversals: [{ reversal_id: 2, count: 1, filter: null }] });
    const next = first.pagination.next_cursor;
    const second = (await world.admin("GET", `/admin/ops/ledger/reversals?limit=1&cursor=${next}`)).json;
    expect(second.reversals).toMatchObject([
      { reversal_id: 1, count: 250, waiting: 150, filter: { reason: "twice" } },
    ]);
  });
});

describe("invariants", () => {
  test.each([
    ["UPDATE ledger_reversal_items SET missing = 1", "moved another amount"],
    [
      "UPDATE ledger_reversal_items SET state = 'left', why = 'shortfall', reversal_entry_id = NULL",
      "without a record",
    ],
    ["UPDATE ledger_reversals SET entries = 2", "counts 2"],
    ["UPDATE ledger_reversals SET state = 'running'", "is running with 0 of 1"],
  ])("notice %s", async (change, fault) => {
    const credit = await world.post("credit", 5);
    await world.reverse({ entry_ids: [credit] });
    expect(world.broken()).toEqual([]);
    const { writer, read } = world.services.live;
    const before = read.all<object>("SELECT * FROM ledger_reversal_items");
    expect(before).toHaveLength(1);
    await writer.run((tx) => tx.run(change));
    expect(world.broken().join()).toContain(fault);
    await writer.run((tx) => {
      tx.run("UPDATE ledger_reversals SET entries = 1, state = 'done'");
      tx.run(
        "UPDATE ledger_reversal_items SET missing = 0, state = 'reversed', why = NULL, reversal_entry_id = 2",
      );
    });
  });
});
