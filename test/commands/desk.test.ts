import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { salute, scratch } from "../harness/processes/commands.ts";

let dir: ReturnType<typeof scratch>;
beforeEach(async () => {
  dir = scratch();
  await salute(["migrate", "--data", dir.path]);
});
afterEach(() => dir.remove());

const desk = (...args: string[]) => salute(["desk", ...args, "--data", dir.path]);

test("an export is one file by section; importing it changes nothing", async () => {
  const file = join(dir.path, "desk.json");
  expect((await desk("export", file)).code).toBe(0);
  const written = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.keys(written.sections)).toEqual([
    "rules",
    "suppressions",
    "campaigns",
    "missions",
    "thresholds",
  ]);
  expect(JSON.parse((await desk("export")).out).sections).toEqual(written.sections);
  const plan = await desk("import", file, "--dry-run");
  expect([plan.code, plan.out]).toEqual([0, "Nothing would change: the installation matches the file.\n"]);
  expect((await desk("export", file)).code).toBe(1);
});

test("an import lists changes by section without applying them; without --dry-run it is wrong usage", async () => {
  const file = join(dir.path, "wanted.json");
  const wanted = JSON.parse((await desk("export")).out);
  wanted.sections.rules.disk_left.threshold = 25;
  delete wanted.sections.rules.wal_size;
  wanted.sections.missions = { welcome: { title: "Welcome" } };
  writeFileSync(file, JSON.stringify(wanted));
  const { code, json } = await desk("import", file, "--dry-run", "--json");
  expect(code).toBe(0);
  const told = json.map(({ section, key, change }: Record<string, string>) => [section, key, change]);
  expect(told).toEqual([
    ["rules", "disk_left", "change"],
    ["rules", "wal_size", "remove"],
    ["missions", "welcome", "add"],
  ]);
  expect(json[0]).toMatchObject({ before: { threshold: 10 }, after: { threshold: 25 } });
  expect(json[0].changed_by).toBe("ALERT_RULES_FILE");
  const refused = await desk("import", file);
  expect([refused.code, refused.err.includes("--dry-run")]).toEqual([2, true]);
  const { sections } = JSON.parse((await desk("export")).out);
  expect([sections.rules.disk_left.threshold, sections.missions]).toEqual([10, {}]);
});

test.each([
  ["no JSON", "it is not JSON"],
  ["{}", "its format is not salute-desk-1"],
  ['{"format":"salute-desk-1","sections":{"secrets":{}}}', "there is no section secrets"],
])("a file with %p is refused: %s", async (text, why) => {
  const file = join(dir.path, "broken.json");
  writeFileSync(file, text);
  const { code, err } = await desk("import", file, "--dry-run");
  expect([code, err]).toEqual([1, expect.stringContaining(`${file}: ${why}`)]);
});

test("a file that is not there, or in the way, is said in words", async () => {
  const none = join(dir.path, "none.json");
  const missing = await desk("import", none, "--dry-run");
  expect([missing.code, missing.err]).toEqual([1, `${none}: there is no such file\n`]);
  const file = join(dir.path, "there.json");
  writeFileSync(file, "kept");
  const refused = await desk("export", file);
  expect([refused.code, refused.err]).toEqual([1, `${file} cannot be created: it exists already\n`]);
});
