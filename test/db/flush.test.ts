import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openForWriting } from "../../src/db/connection.ts";
import { judgeWal } from "../../src/db/damage/loss.ts";
import { Database } from "../../src/db/database.ts";
import { openReadOnly, Reader } from "../../src/db/reader.ts";
import { Tx } from "../../src/db/sql.ts";
import { Wal } from "../../src/db/wal.ts";
import { MAX_UNFLUSHED } from "../../src/db/write-batch.ts";
import { WriteUnavailable } from "../../src/db/write-errors.ts";
import { Writer } from "../../src/db/writer.ts";
import { ManualClock } from "../harness/app/clock.ts";
import { seededRandom } from "../harness/simulation/random.ts";

/** The flush after a commit: what is acknowledged or read survives a power failure. */

let directory: string;
let path: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "salute-flush-"));
  path = join(directory, "live.db");
  await Database.open(path, new ManualClock()).close();
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A file whose flushes are given; `isDue` says before a transaction whether to checkpoint. */
function open(flush: () => Promise<void>, isDue = () => false) {
  const tx = new Tx(openForWriting(path));
  tx.client.run("PRAGMA synchronous = NORMAL");
  const read = new Reader(openReadOnly(path, 0));
  const checkpointIfLong = () => {
    if (isDue()) tx.client.run("PRAGMA wal_checkpoint(PASSIVE)");
    return null;
  };
  const wal = { flush, gatheringMs: 0, checkpointIfLong };
  const writer = new Writer({ tx, read, wal }, new ManualClock(), null);
  const close = () => {
    read.close();
    tx.close();
  };
  return { read, writer, close };
}

const put =
  (name: string, value = "") =>
  (tx: Tx) => {
    tx.run("INSERT INTO settings (name, value, updated_at) VALUES (?, ?, 0)", name, value);
    return name;
  };

function names(sql: Pick<Reader, "all">): string[] {
  return sql.all<{ name: string }>("SELECT name FROM settings ORDER BY name").map(({ name }) => name);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("until its flush ends", () => {
  test("a change is neither acknowledged nor read, and the next one waits", async () => {
    const flushes: PromiseWithResolvers<void>[] = [];
    const flush = () => {
      flushes.push(Promise.withResolvers<void>());
      return flushes.at(-1)?.promise ?? Promise.reject();
    };
    const { read, writer, close } = open(flush);
    const settled: string[] = [];
    const run = (name: string) => writer.run(put(name)).then((value) => settled.push(value));
    const first = run("a");
    await turn();
    const others = [run("b"), run("c")];
    for (let i = 0; i < 3; i++) await turn();
    expect({ settled, read: names(read), flushes: flushes.length }).toEqual({
      settled: [],
      read: [],
      flushes: 1,
    });
    flushes[0]?.resolve();
    await first;
    expect({ settled, read: names(read) }).toEqual({ settled: ["a"], read: ["a"] });
    await turn();
    await turn();
    expect({ read: names(read), flushes: flushes.length }).toEqual({ read: ["a"], flushes: 2 });
    flushes[1]?.resolve();
    await Promise.all(others);
    expect(names(read)).toEqual(["a", "b", "c"]);
    close();
  });

  test("closing waits", async () => {
    const flushed = Promise.withResolvers<void>();
    const { writer, close } = open(() => flushed.promise);
    const change = writer.run(put("a"));
    await turn();
    let isClosed = false;
    const closed = writer.close().then(() => {
      isClosed = true;
    });
    await turn();
    expect(isClosed).toBe(false);
    flushed.resolve();
    await closed;
    expect(await change).toBe("a");
    close();
  });
});

test("changes that need not be durable wait for no flush", async () => {
  let flushes = 0;
  const { read, writer, close } = open(async () => {
    flushes++;
  });
  await writer.run(put("a"), "lasting");
  expect({ flushes, read: names(read) }).toEqual({ flushes: 0, read: ["a"] });
  await Promise.all([writer.run(put("b"), "lasting"), writer.run(put("c"))]);
  expect(flushes).toBe(1);
  close();
});

test("but never many of them stay unflushed", async () => {
  let flushes = 0;
  const { writer, close } = open(async () => {
    flushes++;
  });
  for (let number = 1; number < MAX_UNFLUSHED; number++) await writer.run(put(`${number}`), "lasting");
  expect(flushes).toBe(0);
  await writer.run(put("last"), "lasting");
  expect(flushes).toBe(1);
  await writer.run(put("next"), "lasting");
  expect(flushes).toBe(1);
  close();
});

test("after a failed flush nothing more is written, and reads stay at the last durable state", async () => {
  let isBroken = false;
  const { read, writer, close } = open(async () => {
    if (isBroken) throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  });
  await writer.run(put("a"));
  isBroken = true;
  const lost = writer.run(put("b"));
  await expect(lost).rejects.toBeInstanceOf(WriteUnavailable);
  await expect(lost).rejects.toThrow("the disk did not keep a change");
  isBroken = false;
  await expect(writer.run(put("c"))).rejects.toBeInstanceOf(WriteUnavailable);
  expect(names(read)).toEqual(["a"]);
  expect(writer.isUnflushed).toBe(true);
  close();
});

const SECTOR_BYTES = 512;

/**
 * The WAL after a power failure: each sector written since the last flush either reached the disk or did not. The first
 * sector did: SQLite itself flushes the header of a WAL that starts over.
 */
function torn(flushed: Buffer, written: Buffer, random: () => number): Buffer {
  const image = Buffer.from(written);
  for (let at = SECTOR_BYTES; at < image.length; at += SECTOR_BYTES) {
    if (random() < 0.5) continue;
    const end = Math.min(at + SECTOR_BYTES, image.length);
    image.fill(0, at, end);
    image.set(flushed.subarray(at, end), at);
  }
  return image;
}

for (const seed of [1, 2, 3])
  test(`a power failure loses nothing that was acknowledged or read (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const someTurns = async (limit: number) => {
      for (let turns = below(limit); turns > 0; turns--) await turn();
    };
    let flushed = Buffer.alloc(0);
    const { read, writer, close } = open(
      async () => {
        const written = readFileSync(`${path}-wal`);
        await someTurns(4);
        flushed = written;
      },
      () => below(10) === 0,
    );
    const [durable, acknowledged] = [new Set<string>(), new Set<string>()];
    let lost = 0;
    for (let number = 0; number < 150; number++) {
      const value = "x".repeat(below(20_000));
      if (below(4) === 0) void writer.run(put(`${number}`, value), "lasting");
      else {
        durable.add(`${number}`);
        void writer.run(put(`${number}`, value)).then((name) => acknowledged.add(name));
      }
      await someTurns(3);
      if (below(5) > 0) continue;
      const copy = join(directory, `after-${number}.db`);
      copyFileSync(path, copy);
      writeFileSync(`${copy}-wal`, torn(flushed, readFileSync(`${path}-wal`), random));
      expect(judgeWal(copy, directory)).toMatchObject({ fault: null });
      const known = [...acknowledged, ...names(read).filter((name) => durable.has(name))];
      const after = new Reader(openForWriting(copy));
      const kept = new Set(names(after));
      expect(known.filter((name) => !kept.has(name))).toEqual([]);
      expect(after.get("PRAGMA integrity_check")).toEqual({ integrity_check: "ok" });
      lost += number + 1 - kept.size;
      after.close();
    }
    await writer.close();
    expect(names(read)).toHaveLength(150);
    // Otherwise no failure met a change before its flush.
    expect(lost).toBeGreaterThan(0);
    close();
  });

test("on a slow disk flushes leave the event loop and changes are gathered, until it is fast again", async () => {
  let flushMs = 20;
  let now = 0;
  const time = spyOn(performance, "now").mockImplementation(() => {
    now += flushMs;
    return now;
  });
  const database = Database.open(path, new ManualClock());
  const tx = new Tx(openForWriting(path));
  const wal = new Wal(path, tx.client, true);
  const flush = async () => {
    const flushing = wal.flush();
    const isOffLoop = Bun.peek.status(flushing) === "pending";
    await flushing;
    return isOffLoop;
  };
  try {
    expect({ isOffLoop: await flush(), gatheringMs: wal.gatheringMs }).toMatchObject({ isOffLoop: false });
    expect(await flush()).toBe(true);
    expect(wal.gatheringMs).toBeGreaterThan(0);
    flushMs = 0;
    let offLoop = 0;
    while (wal.gatheringMs > 0 && offLoop < 1_000) if (await flush()) offLoop++;
    expect(offLoop).toBeGreaterThan(60);
    expect(offLoop).toBeLessThan(1_000);
    expect(await flush()).toBe(false);
  } finally {
    time.mockRestore();
    await wal.close();
    tx.close();
    await database.close();
  }
});
