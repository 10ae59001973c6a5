import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { JOBS } from "../../src/compose/modules.ts";
import { databaseFiles, stateOfFile } from "../../src/db/files.ts";
import { JobRunner } from "../../src/jobs/runner.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/**
 * The locks of this process on its databases. Closing any handle of a file drops all of them (fcntl(2)), those of SQLite's
 * connections included; another process then takes the file for unused and deletes the WAL into which we go on to commit.
 */

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const LOCKS = "/proc/locks";

/** For each database, the locks on it: `POSIX ADVISORY READ 1073741826 1073742335`. */
function locks(): Record<string, string[]> {
  const held = readFileSync(LOCKS, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).slice(1));
  return Object.fromEntries(
    databaseFiles(world.dataDir).map(({ name, path }) => {
      const { ino } = statSync(path);
      const own = held.filter(
        ([, , , pid, file]) => pid === String(process.pid) && file?.split(":")[2] === String(ino),
      );
      return [name, own.map(([kind, how, mode, , , from, to]) => `${kind} ${how} ${mode} ${from} ${to}`)];
    }),
  );
}

test.skipIf(!existsSync(LOCKS))("the page of findings leaves the locks of the databases alone", async () => {
  const before = locks();
  expect(Object.values(before).map(({ length }) => length > 0)).toEqual([true, true, true]);
  const viewer = await signedIn(world, "eve", "viewer");
  expect((await viewer.open("/admin/ops/readiness")).status).toBe(200);
  expect(locks()).toEqual(before);
});

test.skipIf(!existsSync(LOCKS))("so does a question for the state of a file", () => {
  const before = locks();
  const states = databaseFiles(world.dataDir).map(({ path }) => stateOfFile(path));
  expect(states).toEqual(["present", "present", "present"]);
  expect(locks()).toEqual(before);
});

test.skipIf(!existsSync(LOCKS))(
  "so does each job",
  async () => {
    const before = locks();
    const runner = new JobRunner(world.services, JOBS);
    for (const job of JOBS) {
      await runner.run(job, "command");
      expect([job.name, locks()]).toEqual([job.name, before]);
    }
  },
  60_000,
);
