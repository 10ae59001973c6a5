import { afterEach, beforeEach, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { months } from "../../../../src/modules/ledger/entry-scan/index.ts";
import { closeMonths, readMonths } from "../../../../src/modules/ledger/months/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterEach(() => world.close());

const post = (kind: "credit" | "debit", amount: number) =>
  world.call("POST", `/api/salutes/${kind}`, {
    key,
    body: { user_id: "ext:zoe", amount, reason: "quest" },
  });
const monthOfAcme = (month: string) =>
  readMonths(world.services.live.read, { month, partnerId: null }).get(1);
/** Runs the job's part, and returns the months with new closings. @throws Error with the first fault */
async function close(): Promise<string[]> {
  const told: string[] = [];
  const parts = { live: world.services.live, onClosed: (_: unknown, month: string) => void told.push(month) };
  const { closed, faults } = await closeMonths(parts, world.clock.now(), new AbortController().signal);
  expect(told).toEqual(closed);
  if (faults[0] !== undefined) throw new Error(faults[0]);
  return closed;
}
const sums = { partner_id: 1, kind: "partner", reason: "quest" };

test("a month opens with the closing of the one before, before and after its entries are in the kept sums", async () => {
  await post("credit", 10);
  await post("debit", 2.5);
  world.clock.advance(15 * DAY_MS);
  await post("credit", 1);
  const november = {
    opening: 0n,
    movements: [{ ...sums, month: "2026-11", credits: 1, credited: 1000n, debits: 1, debited: 250n }],
    closing: 750n,
    entries: 2,
    verifiedAt: null,
  };
  expect(monthOfAcme("2026-11")).toEqual(november);
  for (let each = 0; each < 70; each++) await post("credit", 1);
  expect(monthOfAcme("2026-11")).toEqual(november);
  expect(monthOfAcme("2026-12")).toMatchObject({
    opening: 750n,
    movements: [{ ...sums, month: "2026-12", credits: 71, credited: 7100n, debits: 0, debited: 0n }],
    closing: 7850n,
  });
  expect(monthOfAcme("2026-10")).toBeUndefined();
  expect(months.run(world.services.live.read).ok).toBe(true);
});

test("a finished month is closed once, and the current one is not", async () => {
  await post("credit", 10);
  expect(await close()).toEqual([]);
  world.clock.advance(15 * DAY_MS);
  await post("debit", 3);
  expect(await close()).toEqual(["2026-11"]);
  expect(await close()).toEqual([]);
  expect(monthOfAcme("2026-11")?.verifiedAt).toBe(world.clock.now());
  expect(monthOfAcme("2026-12")).toMatchObject({ opening: 1000n, closing: 700n, verifiedAt: null });
});

test("months closed under a clock that ran ahead are closed again with what came after, and the trail has both closings", async () => {
  await post("credit", 10);
  world.clock.advance(45 * DAY_MS);
  await post("credit", 1);
  world.clock.advance(31 * DAY_MS);
  expect(await close()).toEqual(["2026-11", "2027-01"]);
  world.clock.advance(-76 * DAY_MS);
  await post("credit", 5);
  world.clock.advance(76 * DAY_MS);
  expect(monthOfAcme("2027-01")?.verifiedAt).toBeNull();
  expect(await close()).toEqual(["2026-11", "2027-01"]);
  expect(await close()).toEqual([]);
  expect(monthOfAcme("2026-11")).toMatchObject({ closing: 1500n, verifiedAt: world.clock.now() });
  expect(monthOfAcme("2027-01")).toMatchObject({ closing: 1600n, verifiedAt: world.clock.now() });
  expect(listAudit(world.services.live.read, 2).map(({ action, details }) => [action, details])).toEqual([
    [
      "month.close_again",
      {
        partner_id: 1,
        before: { opening: 10, closing: 11, entries: 1 },
        after: { opening: 15, closing: 16, entries: 1 },
      },
    ],
    [
      "month.close_again",
      {
        partner_id: 1,
        before: { opening: 0, closing: 10, entries: 1 },
        after: { opening: 0, closing: 15, entries: 2 },
      },
    ],
  ]);
});

test("a month whose balances do not agree stays open, and the fault is named", async () => {
  await post("credit", 10);
  world.clock.advance(15 * DAY_MS);
  await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = 900 WHERE id = 1"));
  await expect(close()).rejects.toThrow("partner 1 closes 2026-11 with 10, and its users then held 9");
  expect(monthOfAcme("2026-11")?.verifiedAt).toBeNull();
});

test("a turnover past what JavaScript counts exactly is summed exactly, and verified", async () => {
  for (let each = 0; each < 100; each++) {
    await post("credit", 1e12);
    await post("debit", 1e12);
  }
  await post("credit", 0.01);
  for (let each = 0; each < 70; each++) await post("credit", 1);
  expect(monthOfAcme("2026-11")).toMatchObject({
    movements: [{ credited: 10_000_000_000_007_001n, debited: 10_000_000_000_000_000n }],
    closing: 7_001n,
  });
  world.clock.advance(15 * DAY_MS);
  expect(await close()).toEqual(["2026-11"]);
  expect(months.run(world.services.live.read).ok).toBe(true);
});

test("one partner's fault keeps no other partner's month open", async () => {
  await post("credit", 10);
  const other = await world.createKey("other");
  const user_id = await world.createUser(other, "max");
  const body = { user_id, amount: 5, reason: "quest" };
  await world.call("POST", "/api/salutes/credit", { key: other, body });
  world.clock.advance(15 * DAY_MS);
  await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = 900 WHERE id = 1"));
  await expect(close()).rejects.toThrow("partner 1 closes 2026-11 with 10");
  const all = readMonths(world.services.live.read, { month: "2026-11", partnerId: null });
  expect([...all.values()].map(({ verifiedAt }) => verifiedAt)).toEqual([null, world.clock.now()]);
  // A month without entries of the faulty partner, too.
  await world.call("POST", "/api/salutes/credit", { key: other, body });
  world.clock.advance(31 * DAY_MS);
  await expect(close()).rejects.toThrow("partner 1 closes 2026-11 with 10");
  await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = 1000 WHERE id = 1"));
  expect(await close()).toEqual(["2026-11", "2026-12"]);
});

test("kept sums that are not those of the entries keep a month open and break the invariant", async () => {
  for (let each = 0; each < 70; each++) await post("credit", 1);
  world.clock.advance(15 * DAY_MS);
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE ledger_months SET debited = debited + 100, credited = credited + 100"),
  );
  const fault = "the sums of partner 1 in 2026-11 are not those of its entries";
  await expect(close()).rejects.toThrow(fault);
  expect(months.run(world.services.live.read)).toEqual({ ok: false, detail: fault });
});

test("sums of many entries hold, and missing and surplus sums are faults", async () => {
  await post("credit", 1);
  const write = (text: string) => world.services.live.writer.run((tx) => tx.run(text));
  await write(`INSERT INTO ledger_entries
    SELECT id + n, partner_id, user_id, delta, balance_after + n * delta, iif(n % 2, reason, 'other'), source, origin,
        idempotency_key || n, payload_hash, status, partner_key_id, metadata, created_at
      FROM ledger_entries, (WITH RECURSIVE rows (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM rows WHERE n < 20200)
        SELECT n FROM rows)`);
  const found = () => months.run(world.services.live.read);
  expect(found().ok).toBe(true);
  await write("DELETE FROM ledger_months WHERE reason = 'other'");
  const fault = "the sums of partner 1 in 2026-11 are not those of its entries";
  expect(found()).toEqual({ ok: false, detail: fault });
  await write(
    "INSERT INTO ledger_months SELECT partner_id, '2026-10', kind, reason, 0, 0, 0, 0 FROM ledger_months",
  );
  expect(found().detail).toBe(`the sums of partner 1 in 2026-10 are not those of its entries; ${fault}`);
});

test("each sum of several partners, months and reasons is compared with its entries", async () => {
  const other = await world.createKey("globex");
  await world.createUser(other, "zoe");
  const credit = (by: IssuedKey, reason: string) =>
    world.call("POST", "/api/salutes/credit", { key: by, body: { user_id: "ext:zoe", amount: 1, reason } });
  for (let each = 0; each < 40; each++) {
    await credit(key, each % 2 === 0 ? "quest" : "other");
    await credit(other, "quest");
    await post("debit", 0.5);
    world.clock.advance(DAY_MS);
  }
  const { read, writer } = world.services.live;
  const rows = read.all<{ at: number }>("SELECT row_number() OVER () AS at FROM ledger_months");
  expect(rows).toHaveLength(6);
  expect(months.run(read).ok).toBe(true);
  const found: boolean[] = [];
  for (const column of ["credits", "credited", "debits", "debited"])
    for (const { at } of rows) {
      const change = (by: number) =>
        writer.run((tx) =>
          tx.run(
            `UPDATE ledger_months SET ${column} = ${column} + ? WHERE (partner_id, month, kind, reason) =
              (SELECT partner_id, month, kind, reason FROM ledger_months LIMIT 1 OFFSET ?)`,
            by,
            at - 1,
          ),
        );
      await change(1);
      found.push(months.run(read).ok);
      await change(-1);
    }
  expect(found).toEqual(found.map(() => false));
  expect(months.run(read).ok).toBe(true);
});

test("a damaged time of an entry is a fault, not a failure", async () => {
  for (let each = 0; each < 70; each++) await post("credit", 1);
  await world.services.live.writer.run((tx) => {
    tx.run("DROP TRIGGER ledger_entries_no_update");
    tx.run("UPDATE ledger_entries SET created_at = 4611686018427387904 WHERE id = 1");
  });
  expect(months.run(world.services.live.read).detail).toContain("in null are not those of its entries");
});
