import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { runAudit } from "../../../../src/modules/transparency/audits/runs/index.ts";
import type { World } from "../../../harness/app/world.ts";
import { until } from "../../../harness/until.ts";
import { person } from "./detectors/fixture.ts";
import { listRunRows } from "./fixture.ts";
import { emptyHistory, forget, type SeededTransaction, seed } from "./seed.ts";

let world: World;
beforeEach(async () => {
  world = await emptyHistory();
});
afterEach(() => world.close());

const FROM = Date.UTC(2026, 10, 20);
const WINDOW = { from: FROM, to: FROM + DAY_MS };
const TOKEN = 10n ** 9n;

/** Transfers among five owners: several per slot, some without a time. */
const histories = fc
  .array(
    fc.record({
      from: fc.nat(4),
      to: fc.nat(4),
      tokens: fc.constantFrom(1n, 5n, 2_000_000n, 12_000_000n, 60_000_000n),
      wait: fc.constantFrom(0, 0, 1, 5, 40, 2_000),
      hasTime: fc.boolean(),
    }),
    { minLength: 5, maxLength: 60 },
  )
  .map((moves) => {
    const held = new Map<string, bigint>();
    let at = FROM;
    return moves.map(({ from, to, tokens, wait, hasTime }, index): SeededTransaction => {
      at += wait * 1_000;
      const change = (who: number, delta: bigint) => {
        const owner = person(who);
        const pre = held.get(owner) ?? 100_000_000n * TOKEN;
        held.set(owner, pre + delta);
        return { account: `${owner.slice(0, 20)}`, owner, pre, post: pre + delta };
      };
      const changes =
        from === to ? [change(from, tokens)] : [change(from, -tokens * TOKEN), change(to, tokens * TOKEN)];
      const blockTime = hasTime || index === 0 ? at : null;
      return { name: `move ${index}`, slot: Math.floor(at / 400), blockTime, changes };
    });
  });

async function audit(): Promise<{ sha256: string; rows: number }> {
  const { token } = world.services;
  if (token === null) throw new Error("no token");
  const run = await runAudit(world.services, { token, window: WINDOW, signal: new AbortController().signal });
  expect(listRunRows(world, run.run)).toHaveLength(run.rowsTotal);
  return { sha256: run.rowsSha256, rows: run.rowsTotal };
}

describe("rows_sha256", () => {
  test("the same window and data give the same rows, regardless of their order of arrival", async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(histories, fc.infiniteStream(fc.nat()), async (history, order) => {
        await forget(world);
        await seed(world, history);
        const first = await audit();
        expect(await audit()).toEqual(first);
        await forget(world);
        const shuffled = history
          .map((each) => ({ each, key: order.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        await seed(world, shuffled);
        expect(await audit()).toEqual(first);
        most = Math.max(most, first.rows);
      }),
      { numRuns: 15 },
    );
    expect(most).toBeGreaterThan(10);
  }, 120_000);
});

describe("a window", () => {
  test("includes its start but not its end; a transaction without a time belongs to the nearest earlier slot", async () => {
    const owner = person(1);
    const move = (name: string, slot: number, blockTime: number | null): SeededTransaction => ({
      name,
      slot,
      blockTime,
      changes: [{ account: "a", owner, pre: 0n, post: 20_000_000n * TOKEN }],
    });
    await seed(world, [
      move("before", 10, FROM - 1_000),
      move("timeless before", 11, null),
      move("first", 20, FROM),
      move("timeless within", 21, null),
      move("last", 30, FROM + DAY_MS - 1_000),
      move("timeless last", 31, null),
      move("after", 40, FROM + DAY_MS),
    ]);
    const { token } = world.services;
    if (token === null) throw new Error("no token");
    const run = await runAudit(world.services, {
      token,
      window: WINDOW,
      signal: new AbortController().signal,
    });
    expect(run.coverage.movements).toBe(4);
    const large = listRunRows(world, run.run).filter(({ anomaly_type }) => anomaly_type === "large_transfer");
    expect(large.map(({ slot, block_time }) => [slot, block_time])).toEqual([
      [20, "2026-11-20T00:00:00.000Z"],
      [21, null],
      [30, "2026-11-20T23:59:59.000Z"],
      [31, null],
    ]);
  });
});

describe("changes beside a run", () => {
  test("wait for a few rows at most: findings are staged together and placed five at a time", async () => {
    const transfers = Array.from({ length: 450 }, (_, number): SeededTransaction => {
      const pre = number % 50 === 0 ? 20_000_000n * TOKEN : 1n;
      const [owner, account] = [person(number % 7), `account ${number}`];
      const changes = [{ account, owner, pre, post: 0n }];
      return { name: `x${number}`, slot: 1_000 + number, blockTime: FROM + number * 100_000, changes };
    });
    await seed(world, transfers);
    const { live, token } = world.services;
    if (token === null) throw new Error("no token");
    const count = (table: string) =>
      live.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
    const run = live.writer.run.bind(live.writer);
    const steps: { staged: number; placed: number }[] = [];
    Object.assign(live.writer, {
      run: async (...given: Parameters<typeof run>) => {
        const before = { staged: count("audit_staged_rows"), placed: count("audit_rows") };
        const result = await run(...given);
        const [staged, placed] = [count("audit_staged_rows"), count("audit_rows")];
        steps.push({ staged: staged - before.staged, placed: placed - before.placed });
        return result;
      },
    });
    const { rowsTotal } = await runAudit(world.services, {
      token,
      window: WINDOW,
      signal: new AbortController().signal,
    });
    expect(rowsTotal).toBe(9);
    expect(steps.filter(({ staged }) => staged > 0)).toEqual([{ staged: 9, placed: 0 }]);
    expect(steps.filter(({ placed }) => placed > 0).map(({ placed }) => placed)).toEqual([5, 4]);
  });
});

describe("an interrupted run", () => {
  test("is not published, and a later run deletes it", async () => {
    await seed(world, [
      {
        name: "x",
        slot: 20,
        blockTime: FROM,
        changes: [{ account: "a", owner: person(1), pre: 0n, post: 20_000_000n * TOKEN }],
      },
    ]);
    const { token, live } = world.services;
    if (token === null) throw new Error("no token");
    const stop = new AbortController();
    const running = runAudit(world.services, { token, window: WINDOW, signal: stop.signal });
    const ending = running.then(
      () => "published",
      (error: Error) => error.message,
    );
    await until(() => live.read.get("SELECT 1 FROM audit_runs"), undefined, 1);
    stop.abort(new Error("stopped"));
    expect(await ending).toBe("stopped");
    expect(listRunRows(world, "20261121T100000Z")).toEqual([]);
    world.clock.advance(3 * 3_600_000);
    await audit();
    const left = live.read.all<{ run: string }>("SELECT run FROM audit_runs");
    expect(left).toEqual([{ run: "20261121T130000Z" }]);
    expect(live.read.get<{ n: number }>("SELECT count(*) AS n FROM audit_staged_rows")?.n).toBe(0);
  });
});
