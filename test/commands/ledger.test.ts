import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type CommandResult, salute as run } from "../harness/processes/commands.ts";
import { type CorrectionWorld, createCorrectionWorld } from "../modules/ledger/corrections/fixture.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: CorrectionWorld;

beforeEach(async () => {
  world = await createCorrectionWorld();
});

afterEach(async () => {
  expect(world.broken()).toEqual([]);
  await world.close();
});

/** Runs `salute ledger …` beside the open server. */
const ledger = (...args: string[]): Promise<CommandResult> =>
  run(["ledger", ...args, "--data", world.dataDir]);

describe("salute ledger", () => {
  test("list shows entries by filter, with their sums", async () => {
    await world.post("credit", 10);
    await world.post("debit", 2.5);
    const { code, out } = await ledger("list", "--partner", "acme", "--max-amount", "2.5");
    expect(code).toBe(0);
    expect(out).toContain("-2.5");
    expect(out).toEndWith("1 entries match: 0 credited, 2.5 debited, -2.5 net.\n");
    const all = JSON.parse((await ledger("list", "--entry-reason", "quest", "--limit", "1", "--json")).out);
    expect([all.entries.length, all.sums.count, all.pagination.has_more]).toEqual([1, 2, true]);
    expect((await ledger("list", "--partner", "nobody")).out).toStartWith("No entries match.");
  });

  test("reverse shows the effects and changes nothing; --yes reverses all portions", async () => {
    const items = Array.from({ length: 150 }, () => ({
      operation: "credit",
      user_id: "ext:zoe",
      amount: 1,
      reason: "twice",
    }));
    await world.call("POST", "/api/salutes/batch", { key: world.key, body: { items } });
    await world.post("debit", 10);
    const flags = ["--entry-reason", "twice", "--on-shortfall", "skip"];
    const shown = await ledger("reverse", ...flags);
    expect([shown.code, await world.balance()]).toEqual([0, 140]);
    expect(shown.out).toStartWith("150 entries of 150 salutes, of 1 users, would be reversed.\n");
    expect(shown.out).toContain("Nothing was changed: add --reason and --yes to reverse.");
    const json = JSON.parse((await ledger("reverse", ...flags, "--json")).out);
    expect(json).toMatchObject({
      count: 150,
      total: 150,
      users: 1,
      shortfall_count: 10,
      needs_approval: false,
    });
    const done = await ledger("reverse", ...flags, "--reason", "credited twice", "--yes");
    expect([done.code, done.out]).toEqual([
      0,
      "reversal 1 is done: 140 of 150 entries reversed, 0 in part, 10 left; 140 of 150 salutes moved\n",
    ]);
    expect(await world.balance()).toBe(0);
    expect(world.audited()[0]).toBe("ledger reverse ledger.reverse reversal:1");
    expect(await world.reversal(1)).toMatchObject({
      requested_by: "salute ledger reverse",
      filter: { reason: "twice" },
    });
  });

  test("reverse above the limit waits for an operator", async () => {
    const id = await world.post("credit", 10_001);
    const done = await ledger("reverse", "--entry", String(id), "--reason", "x", "--yes", "--json");
    expect(JSON.parse(done.out)).toMatchObject({ reversal_id: 1, state: "waiting_approval", waiting: 1 });
    const approved = await world.admin("POST", "/admin/ops/ledger/reversals/1/approve");
    expect([approved.json.state, await world.balance()]).toEqual(["done", 0]);
  });

  test("reverse refuses what balances do not cover: exit 1, nothing changed", async () => {
    const id = await world.post("credit", 10);
    await world.post("debit", 1);
    const { code, err } = await ledger("reverse", "--entry", String(id), "--reason", "x", "--yes");
    expect([code, err]).toEqual([
      1,
      "Choose partial or skip, or leave out the entry that the balances do not cover.\n",
    ]);
    expect(await world.balance()).toBe(9);
  });

  test.each([
    [["reverse"], "give either --entry or flags that select entries"],
    [["reverse", "--entry", "1", "--partner", "acme"], "give either --entry or flags that select entries"],
    [["reverse", "--entry", "one"], "an entry's id is a whole number"],
    [["reverse", "--entry", "1", "--yes"], "--reason is needed"],
    [
      ["reverse", "--entry", "1", "--on-shortfall", "maybe"],
      "--on-shortfall is one of refuse, partial, skip",
    ],
    [["list", "--min-amount", "much"], "--min-amount must be a positive number"],
    [["list", "--entry-reason", "a b"], "--entry-reason must be 1 to 64 characters"],
    [["list", "--limit", "201"], "--limit is a whole number from 1 to 200"],
  ])("%p is wrong usage: %s", async (args, words) => {
    const { code, err } = await ledger(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  });
});
