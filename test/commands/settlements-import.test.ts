import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoSignature } from "../../src/chain/demo-reader.ts";
import { salute as run } from "../harness/processes/commands.ts";
import { type ConversionWorld, createConversionWorld } from "../modules/ledger/conversions/fixture.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: ConversionWorld;
let file: string;

beforeEach(async () => {
  world = await createConversionWorld();
  file = join(world.dataDir, "payments.csv");
});

afterEach(() => world.close());

const salute = (...args: string[]) => run(["settlements", "import", ...args, "--data", world.dataDir]);

test("prints the outcome of each row as a table or as JSON, and exits 1 if one is refused", async () => {
  const id = await world.pending();
  writeFileSync(file, `kind,id,signature\r\nconversion,${id},${demoSignature("none")}\r\n`);
  for (const flags of [[], ["--dry-run"]]) {
    const table = await salute(file, ...flags);
    expect([table.code, table.err]).toEqual([1, ""]);
    expect(table.out).toContain("no finalized, successful transaction");
  }
  const json = await salute(file, "--json");
  expect([json.code, JSON.parse(json.out)]).toEqual([
    1,
    expect.objectContaining({ dry_run: false, count: 1, settled: 0, refused: 1 }),
  ]);
  expect(world.rows("SELECT actor FROM audit_entries WHERE action = 'settlement.import'")).toEqual([
    { actor: "settlements import" },
    { actor: "settlements import" },
  ]);
});

test("exits 0 for rows that were settled before", async () => {
  const id = await world.pending();
  const settled = await run([
    "conversions",
    "settle",
    String(id),
    "--demo-transfer",
    "--data",
    world.dataDir,
  ]);
  const signature = settled.out.trim().split(" ").at(-1);
  writeFileSync(file, `kind,id,signature\nconversion,${id},${signature}\n`);
  const again = await salute(file);
  expect([again.code, again.out.includes("already_settled")]).toEqual([0, true]);
});

test("exits 1 without a file and 2 for a text that is not an import", async () => {
  const missing = await salute(file);
  expect([missing.code, missing.err.includes("payments.csv")]).toEqual([1, true]);
  writeFileSync(file, "nothing\n");
  const wrong = await salute(file);
  expect([wrong.code, wrong.err.includes("kind,id,signature")]).toEqual([2, true]);
  expect((await salute()).code).toBe(2);
});
