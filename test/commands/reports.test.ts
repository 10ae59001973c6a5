import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute as run } from "../harness/processes/commands.ts";

/** Timeout on a loaded machine. */
setDefaultTimeout(30_000);

let world: World;

beforeEach(async () => {
  world = await createWorld();
  for (const partner of ["acme", "beta"]) await world.createKey(partner);
});

afterEach(() => world.close());

const salute = (...args: string[]) => run(["reports", "month", ...args, "--data", world.dataDir]);

test("makes the archives of a month, of all partners or of one", async () => {
  const all = await salute("2026-11");
  expect([all.code, all.err]).toEqual([0, ""]);
  expect(all.out).toContain("acme");
  const one = await salute("2026-11", "--partner", "beta", "--json");
  const [archive] = JSON.parse(one.out).archives;
  expect(archive).toMatchObject({ partner: "beta", state: "done", requested_by: "reports month" });
  expect(existsSync(archive.file)).toBe(true);
});

test("an unknown partner exits 1, and a text that is not a month 2", async () => {
  expect((await salute("2026-11", "--partner", "nobody")).code).toBe(1);
  expect((await salute("November")).code).toBe(2);
});
