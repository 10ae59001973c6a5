import { Database as SqliteDatabase } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { Database } from "../../../../src/db/database.ts";
import { readPages } from "../../../../src/db/migrations/free-pages.ts";
import { sha256Hex } from "../../../../src/kit/crypto/seal.ts";
import {
  pagesToGive,
  SHRINK_SHARE,
  shrinkFile,
} from "../../../../src/modules/operations/disk/shrink-file.ts";
import { ManualClock } from "../../../harness/app/clock.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { createWorld } from "../../../harness/app/world.ts";
import { makeUnshrinkable } from "../../../harness/data/unshrinkable-file.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import { start } from "../../../harness/processes/executable.ts";
import { missingPrograms, run } from "../../../harness/processes/programs.ts";
import { until } from "../../../harness/until.ts";

setDefaultTimeout(60_000);

let directory: ReturnType<typeof scratch>;
const path = () => directory.file("live.db");
const clock = new ManualClock();
const signal = new AbortController().signal;

beforeEach(() => {
  directory = scratch();
});
afterEach(() => directory.remove());

/** Rows over 5,000 pages, of which every fourth is left, and as many free pages. */
async function fillAndEmpty(db: Database): Promise<void> {
  for (let batch = 0; batch < 10; batch++)
    await db.writer.run((tx) => {
      for (let row = 0; row < 500; row++) {
        const name = `row-${String(batch * 500 + row).padStart(5, "0")}`;
        tx.run(
          "INSERT INTO settings (name, value, updated_at) VALUES (?, ?, ?)",
          name,
          name.repeat(300),
          tx.now,
        );
      }
    });
  await db.writer.run((tx) => tx.run("DELETE FROM settings WHERE name GLOB 'row-*' AND rowid % 4 <> 0"));
}

function contentOf(file: string): { sha256: string; integrity: unknown; pages: { page_count: number } } {
  const client = new SqliteDatabase(file, { readonly: true });
  try {
    const rows = client.query("SELECT * FROM settings ORDER BY name").all();
    return {
      sha256: sha256Hex(JSON.stringify(rows)),
      integrity: client.query("PRAGMA integrity_check").get(),
      pages: client.query("PRAGMA page_count").get() as { page_count: number },
    };
  } finally {
    client.close();
  }
}

test("pages are given back once a quarter of the file is free, and a tenth is left free", () => {
  const file = { pages: 10_000, pageBytes: 4096, canShrink: true };
  expect(pagesToGive({ ...file, free: SHRINK_SHARE * file.pages - 1 })).toBe(0);
  const given = pagesToGive({ ...file, free: 5_500 });
  expect(given).toBe(5_000);
  expect((5_500 - given) / (10_000 - given)).toBeCloseTo(0.1);
  expect(pagesToGive({ ...file, free: 5_500, canShrink: false })).toBe(0);
  expect(pagesToGive({ ...file, pages: 1_999, free: 1_500 })).toBe(0);
});

describe("a file with many free pages", () => {
  test("becomes as much smaller, keeps its rows, and changes run between the portions", async () => {
    const db = Database.open(path(), clock);
    await fillAndEmpty(db);
    const before = readPages(db.read);
    expect(before.canShrink).toBe(true);
    expect(before.free).toBeGreaterThan(2_000);
    const kept = contentOf(path()).sha256;
    db.read.endSnapshot();
    let between = 0;
    const shrinking = shrinkFile(db, signal);
    let isDone = false;
    shrinking.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await db.writer.run(() => {});
      between++;
    }
    const { pages, bytes } = await shrinking;
    expect(between).toBeGreaterThan(10);
    expect([pages, bytes]).toEqual([pagesToGive(before), pages * 4096]);
    db.read.endSnapshot();
    const after = readPages(db.read);
    expect(after.free).toBe(before.free - pages);
    // A page in 820 is a map of the others, and goes with them.
    expect(before.pages - pages - after.pages).toBeWithin(0, 10);
    expect((await shrinkFile(db, signal)).pages).toBe(0);
    await db.close();
    expect(contentOf(path())).toEqual({
      sha256: kept,
      integrity: { integrity_check: "ok" },
      pages: { page_count: after.pages },
    });
    expect(statSync(path()).size).toBe(after.pages * 4096);
  });

  test("stops between portions when aborted, and goes on another time", async () => {
    const db = Database.open(path(), clock);
    await fillAndEmpty(db);
    const { pages } = readPages(db.read);
    const controller = new AbortController();
    const shrinking = shrinkFile(db, controller.signal);
    await Bun.sleep(1);
    controller.abort(new Error("enough"));
    await expect(shrinking).rejects.toThrow("enough");
    db.read.endSnapshot();
    expect(readPages(db.read).pages).toBeGreaterThan(pages - 300);
    expect((await shrinkFile(db, signal)).pages).toBeGreaterThan(1_000);
    await db.close();
  });

  test("is left as it is if it was made before files could shrink", async () => {
    await Database.open(path(), clock).close();
    makeUnshrinkable(path());
    const db = Database.open(path(), clock);
    await fillAndEmpty(db);
    expect(readPages(db.read).canShrink).toBe(false);
    expect((await shrinkFile(db, signal)).pages).toBe(0);
    await db.close();
    expect(contentOf(path()).integrity).toEqual({ integrity_check: "ok" });
  });
});

const isMissing = missingPrograms(["litestream"], "The restore of a file that shrank").length > 0;

test.skipIf(isMissing)(
  "a replica of a file that shrank while Litestream ran restores to an equal one",
  async () => {
    const db = Database.open(path(), clock, { isReplicated: true });
    await fillAndEmpty(db);
    const replica = `file://${directory.file("replica")}`;
    const litestream = start(["litestream", "replicate", path(), replica]);
    const replicated = await until(async () => {
      const out = await run(["litestream", "ltx", replica]);
      return out.exitCode === 0 && out.stdout.trim().split("\n").length > 1 ? out : null;
    });
    expect(replicated.stdout).not.toBe("");
    const { pages } = await shrinkFile(db, signal);
    expect(pages).toBeGreaterThan(1_000);
    await db.writer.run((tx) => tx.run("INSERT INTO settings VALUES ('later', 'x', ?)", tx.now));
    litestream.kill("SIGTERM");
    await litestream.finished;
    await db.close();
    const restored = directory.file("restored.db");
    const { exitCode, stderr } = await run(["litestream", "restore", "-o", restored, replica]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(contentOf(restored)).toEqual(contentOf(path()));
    expect(statSync(restored).size).toBe(contentOf(path()).pages.page_count * 4096);
  },
);

test("the job says which file became smaller, and nothing if none has many free pages", async () => {
  const world = await createWorld();
  try {
    expect(await runJob(world, "shrink")).toBe("no file has a quarter of free pages");
    await fillAndEmpty(world.services.live);
    expect(await runJob(world, "shrink")).toMatch(
      /^live\.db: \d{4} pages given back \(\d+\.\d MiB\), longest portion \d+\.\d ms$/,
    );
    const { checks } = (await world.call("GET", "/status.json")).json;
    expect(checks.disk.status).not.toBe("unknown");
  } finally {
    await world.close();
  }
});
