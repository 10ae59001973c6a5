import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  DeskFileError,
  parseDesk,
  planImport,
} from "../../../../src/modules/platform/desk-file/desk-file.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";

const NONE = { rules: {}, suppressions: {}, campaigns: {}, missions: {}, thresholds: {} };

describe("the plan of an import", () => {
  test("names what would be added, changed and removed, and nothing that is alike", () => {
    const present = { ...NONE, rules: { a: { x: 1, y: 2 }, b: { x: 1 }, c: { x: 1 } } };
    const changes = planImport(present, { rules: { a: { y: 2, x: 1 }, b: { x: 2 }, d: { x: 1 } } });
    expect(changes.map(({ key, change }) => [key, change])).toEqual([
      ["b", "change"],
      ["c", "remove"],
      ["d", "add"],
    ]);
  });

  test("leaves sections alone that the file leaves out", () => {
    expect(planImport({ ...NONE, rules: { a: {} } }, { missions: {} })).toEqual([]);
  });

  test.each([
    "no JSON",
    "{}",
    '{"format":"salute-desk-1"}',
    '{"format":"salute-desk-1","sections":{"other":{}}}',
    '{"format":"salute-desk-1","sections":{"rules":{"a":1}}}',
  ])("is not made of %s", (text) => {
    expect(() => parseDesk(text)).toThrow(DeskFileError);
  });
});

describe("salute desk", () => {
  let world: World;

  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const run = (...args: string[]) => salute(["desk", ...args, "--data", world.dataDir]);

  test("export prints what import then finds alike, and import says what it would change", async () => {
    const exported = await run("export");
    expect(exported.code).toBe(0);
    const file = JSON.parse(exported.out);
    expect(Object.keys(file.sections)).toEqual(Object.keys(NONE));
    expect(Object.keys(file.sections.rules).length).toBeGreaterThan(0);
    expect(file.sections.thresholds["audit.large_transfer_warn_pct"]).toEqual({ value: 1 });
    expect(file.sections.thresholds["status.database"]).toBeObject();
    const path = join(world.dataDir, "desk.json");
    writeFileSync(path, exported.out);
    const same = await run("import", "--dry-run", path, "--json");
    expect([same.code, same.json]).toEqual([0, []]);
    const [rule = ""] = Object.keys(file.sections.rules);
    file.sections.rules[rule].threshold = 77;
    writeFileSync(path, JSON.stringify(file));
    const { json } = await run("import", "--dry-run", path, "--json");
    expect(json).toMatchObject([{ section: "rules", key: rule, change: "change", after: { threshold: 77 } }]);
  });

  test("import changes nothing without --dry-run, and refuses what is no such file", async () => {
    const path = join(world.dataDir, "desk.json");
    writeFileSync(path, "nonsense");
    expect((await run("import", path)).code).toBe(2);
    expect((await run("import", "--dry-run", path)).code).toBe(1);
    expect((await run("import", "--dry-run", `${path}.missing`)).code).toBe(1);
  });
});
