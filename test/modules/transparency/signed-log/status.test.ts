import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { publishLog } from "../../../../src/modules/transparency/signed-log/index.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

/** Kinds and objects of all entries in order. */
const logged = () =>
  world.services.signedLog.db.read
    .all<{ kind: string; gzip: Uint8Array<ArrayBuffer> }>(
      "SELECT kind, gzip FROM log_entries JOIN log_objects USING (sha256) ORDER BY entry_index",
    )
    .map(({ kind, gzip }) => ({ kind, object: JSON.parse(Buffer.from(Bun.gunzipSync(gzip)).toString()) }));
const kinds = () => logged().map(({ kind }) => kind);
const safeMode = (reason: string | null) =>
  world.services.live.writer.run((tx) => switchSafeMode(tx, { kind: "command", name: "test" }, reason));

describe("the status in the log", () => {
  test("one snapshot per clock hour, however often status is checked", async () => {
    for (let minutes = 0; minutes <= 150; minutes += 10) {
      await runJobs(world, "status_snapshot");
      world.clock.advance(10 * MINUTE_MS);
    }
    const snapshots = logged().filter(({ kind }) => kind === "status_snapshot");
    expect(snapshots.map(({ object }) => object.generated_at)).toEqual([
      "2026-11-21T10:00:00.000Z",
      "2026-11-21T11:00:00.000Z",
      "2026-11-21T12:00:00.000Z",
    ]);
    expect(Object.keys(snapshots[0]?.object)).toEqual([
      "checks",
      "generated_at",
      "in_maintenance",
      "overall",
      "policy_version",
    ]);
  });

  test("each change of overall, with the result of every check", async () => {
    await runJobs(world, "status_snapshot");
    expect(kinds()).toEqual(["status_change", "status_snapshot"]);
    const first = logged()[0]?.object.to;
    world.clock.advance(MINUTE_MS);
    await safeMode("a drill");
    await runJobs(world, "status_snapshot");
    world.clock.advance(MINUTE_MS);
    await runJobs(world, "status_snapshot");
    world.clock.advance(MINUTE_MS);
    await safeMode(null);
    await runJobs(world, "status_snapshot");
    const changes = logged().filter(({ kind }) => kind === "status_change");
    expect(changes.map(({ object }) => [object.from, object.to])).toEqual([
      [null, first],
      [first, "warn"],
      ["warn", first],
    ]);
    expect(changes[1]?.object).toMatchObject({
      at: "2026-11-21T10:01:00.000Z",
      checks: { database: "warn" },
    });
  });

  test("a change that a crash kept out of the log is added later", async () => {
    await runJobs(world, "status_snapshot");
    world.clock.advance(MINUTE_MS);
    await safeMode("a drill");
    const { keptPath } = world.services.signedLog;
    const note = await Bun.file(keptPath).text();
    await Bun.write(keptPath, "damaged");
    await runJobs(world, "status_snapshot");
    expect(kinds()).toEqual(["status_change", "status_snapshot"]);
    await Bun.write(keptPath, note);
    world.clock.advance(HOUR_MS);
    await runJobs(world, "status_snapshot");
    expect(kinds()).toEqual(["status_change", "status_snapshot", "status_change", "status_snapshot"]);
    expect(await publishLog(world.services.signedLog)).toBeNull();
  });
});
