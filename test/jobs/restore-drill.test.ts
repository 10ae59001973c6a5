import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JobRunner } from "../../src/jobs/runner.ts";
import { restoreDrill } from "../../src/modules/operations/backups/drill-job.ts";
import { readDrill } from "../../src/modules/operations/backups/index.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { backUp, backups, toArchivePath } from "../modules/operations/backups/fixture.ts";

/** Timeout for a drill, which runs in a separate process. */
setDefaultTimeout(120_000);

let world: World;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "ann");
});

afterEach(() => world.close());

const drill = () => new JobRunner(world.services, [restoreDrill]).run(restoreDrill, "test");
const last = () => readDrill(world.services.live.read);

test("before the first backup there is nothing to restore, and no result is stored", async () => {
  expect(await drill()).toMatchObject({ status: "ok", detail: "there is no backup to restore yet" });
  expect(last()).toBeNull();
});

test("the newest backup is restored and verified; the result is on the page, in the status and in the signed log", async () => {
  await drill();
  const { id } = await backUp(world);
  expect((await drill()).status).toBe("ok");
  const found = last();
  expect(found).toMatchObject({
    ok: true,
    source: "backup",
    from: id,
    error: null,
    log_root_is_published: true,
  });
  expect(found?.rpo_seconds).toBeGreaterThanOrEqual(0);
  expect(readdirSync(backups(world))).not.toContain(".drill");
  const page = await (await signedIn(world, "eve", "viewer")).open("/admin/backups");
  expect(page.text).toContain("restored and proved");
  world.clock.advance(10_000);
  const { json } = await world.call("GET", "/status.json");
  expect(json.checks.backup.observed).toMatchObject({
    drill_ok: true,
    drill_rto_seconds: found?.rto_seconds,
  });
  const entry = world.services.signedLog.db.read.get<{ sha256: string }>(
    "SELECT sha256 FROM log_entries WHERE kind = 'restore_drill'",
  );
  const object = await world.call("GET", `/log/objects/${entry?.sha256}`);
  expect(JSON.parse(object.text)).toEqual(found);
});

test("a backup that cannot be restored fails the drill, and the status is bad", async () => {
  const manifest = await backUp(world);
  writeFileSync(toArchivePath(world, manifest), "damaged");
  const { status, detail } = await drill();
  expect([status, detail.includes("cannot be restored")]).toEqual(["failed", true]);
  expect(last()?.ok).toBe(false);
  expect(last()?.error).toContain("differs from its manifest");
  world.clock.advance(10_000);
  const { json } = await world.call("GET", "/status.json");
  expect(json.checks.backup.status).toBe("bad");
  expect(readdirSync(join(world.dataDir, "backups"))).not.toContain(".drill");
});
