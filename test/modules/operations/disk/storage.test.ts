import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { RETENTION } from "../../../../src/compose/modules.ts";
import { DAY_MS, isoUtc } from "../../../../src/kit/clock.ts";
import type { Manifest } from "../../../../src/modules/operations/backups/index.ts";
import { measureFiles } from "../../../../src/modules/operations/disk/index.ts";
import { keep } from "../../../../src/modules/platform/retention/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** The job measures in a process of its own. */
setDefaultTimeout(120_000);

let world: World;
let token: string;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "ann");
  const body = { user_id: "ext:ann", amount: 5, reason: "quest" };
  token = (await makeOperator(world, "bot", "viewer")).token;
  expect((await world.call("POST", "/api/salutes/credit", { key, body })).status).toBe(200);
});
afterEach(() => world.close());

async function readStorage() {
  const headers = { authorization: `Bearer ${token}` };
  return (await world.call("GET", "/admin/ops/storage", { headers })).json;
}

describe("sizes of files and tables", () => {
  test("sum up to the files, less free and empty pages", () => {
    const { files, groups } = measureFiles(world.dataDir, RETENTION);
    expect(files.map(({ file }) => file)).toEqual(["live.db", "sandbox.db", "log.db"]);
    for (const { file, bytes, free_bytes } of files) {
      const measured = groups
        .filter((group) => group.file === file)
        .reduce((sum, group) => sum + group.bytes, 0);
      expect(measured).toBeWithin(1, bytes - free_bytes + 1);
    }
    const entries = groups.find(({ rows }) => rows === "ledger_entries");
    expect(entries).toMatchObject({ file: "live.db", tables: ["ledger_entries"], kept: [] });
    // A page for the entry, and one for each of its indexes.
    expect([entries?.bytes, entries?.index_bytes]).toEqual([3 * 4096, 2 * 4096]);
    expect(groups.map(({ bytes }) => bytes)).toEqual(groups.map(({ bytes }) => bytes).sort((a, b) => b - a));
  });

  test("name rows and times as the retention does", () => {
    const { groups } = measureFiles(world.dataDir, [
      keep({
        rows: "all that",
        windows: {
          first: { tables: ["ledger_entries", "users"], kept: 30 * DAY_MS, after: "creation" },
          second: { tables: ["users"], kept: { setting: "SOME_DAYS", ms: () => 1 }, after: "use" },
        },
      }),
    ]);
    const group = groups.find(({ rows }) => rows === "all that");
    expect(group?.tables.toSorted()).toEqual(["ledger_entries", "users"]);
    expect(group?.kept.toSorted()).toEqual(["30 days after creation", "SOME_DAYS after use"]);
    expect(groups.some(({ rows }) => rows === "users" || rows === "ledger_entries")).toBe(false);
  });
});

describe("the page Storage", () => {
  test("shows the files at once, and their tables once the job has measured them", async () => {
    const before = await readStorage();
    expect(before).toMatchObject({ measured_at: null, files: [], groups: [] });
    const live = before.used.find(({ name }: { name: string }) => name === "live.db");
    expect(live.bytes).toBe(statSync(join(world.dataDir, "live.db")).size);
    const viewer = await signedIn(world, "eve", "viewer");
    expect((await viewer.open("/admin/ops/storage")).text).toContain("Sizes of tables will appear here.");

    expect(await runJob(world, "storage")).toMatch(/^3 files, \d+ MiB$/);
    const after = await readStorage();
    expect(after.measured_at).toBe(isoUtc(world.clock.now()));
    expect(after.groups.map(({ rows }: { rows: string }) => rows)).toContain("ledger_entries");
    const { text } = await viewer.open("/admin/ops/storage");
    expect(text).not.toContain("will appear here");
    expect(text).toContain("IDEMPOTENCY_RETENTION_DAYS after creation");
  });

  test("has the forecast of the status check disk", async () => {
    const copy = (day: number, bytes: number) => ({
      created_at: isoUtc(day * DAY_MS),
      bytes: 0,
      databases: [{ name: "live.db", bytes, sha256: "" }],
    });
    const none = await readStorage();
    expect([none.disk.growth_bytes_per_day, none.disk.days_left]).toEqual([null, null]);
    world.services.backups.list = () => [copy(2, 3 * 2 ** 30), copy(0, 2 ** 30)] as Manifest[];
    const { disk } = await readStorage();
    expect(disk.growth_bytes_per_day).toBe(2 ** 30);
    expect(disk.days_left).toBe(Math.floor(disk.free_bytes / 2 ** 30));
    const { observed } = (await world.call("GET", "/status.json")).json.checks.disk;
    expect(Math.abs(observed.days_left - disk.days_left)).toBeLessThanOrEqual(1);
    const viewer = await signedIn(world, "eve", "viewer");
    expect((await viewer.open("/admin/ops/storage")).text).toContain(
      `${disk.days_left.toLocaleString("en")} days`,
    );
  });
});
