import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkFiles } from "../../../../src/compose/invariants.ts";
import type { Tx } from "../../../../src/db/sql.ts";
import { appendLeaf, packItem } from "../../../../src/modules/transparency/signed-log/append.ts";
import {
  findNewestReference,
  findPlace,
  LogHeld,
  placeOfKind,
  publishLog,
  readEntry,
  readLogHead,
  readLogStatus,
  restartLog,
} from "../../../../src/modules/transparency/signed-log/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";
import { logNumbers, readText } from "./fixture.ts";

/** Time for several thousand file syncs on a busy machine. */
const SIMULATION_MS = 120_000;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const keptPath = () => join(world.dataDir, "log.checkpoint");
const kept = () => readFileSync(keptPath(), "utf8");
const hold = () =>
  readLogStatus(world.services.signedLog, world.services.signedLog.db.read)?.hold?.reason ?? null;
const sizeOf = (note: string) => Number(note.split("\n")[1]);
const check = async () => (await checkFiles(world.dataDir, false)).find((each) => each.name === "log");

/** Returns a function that resets log.db to its current state, like a restore of old data; the kept note stays. */
async function rememberLog(): Promise<() => Promise<void>> {
  const { db } = world.services.signedLog;
  const note = await readText(world, "/log/checkpoint");
  const size = sizeOf(note);
  return async () => {
    await db.writer.run((tx) => {
      dropTriggers(tx);
      tx.run("DELETE FROM log_entries WHERE entry_index >= ?", size);
      tx.run("DELETE FROM log_nodes WHERE (node_index + 1) << level > ?", size);
      tx.run("UPDATE signed_logs SET note = ?", note);
    });
    await world.restart();
  };
}

function dropTriggers(tx: Tx): void {
  for (const { name } of tx.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    tx.run(`DROP TRIGGER ${name}`);
}

/** A log of three entries whose newest note, which is returned, is about five. */
async function loseTwoEntries(): Promise<string> {
  await logNumbers(world, 0, 3);
  const goBack = await rememberLog();
  await logNumbers(world, 3, 2);
  const newest = await readText(world, "/log/checkpoint");
  await goBack();
  return newest;
}

describe("the rollback guard", () => {
  test("a tree shorter than the kept note is not signed: the server runs, the old note stays valid, check fails on log", async () => {
    const newest = await loseTwoEntries();
    expect(hold()).toBe("shorter");
    expect(kept()).toBe(newest);
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    await expect(logNumbers(world, 9, 1)).rejects.toThrow(LogHeld);
    expect(await publishLog(world.services.signedLog)).toMatchObject({ reason: "shorter" });
    expect(kept()).toBe(newest);
    expect((await world.call("GET", "/readyz")).status).toBe(200);
    expect(await check()).toMatchObject({ ok: false });
    expect((await check())?.detail).toContain("has 3 entries, but the kept note covers 5");
  });

  test("a tree of the same length with a different history is a fork and is not signed", async () => {
    const newest = await loseTwoEntries();
    rmSync(keptPath());
    world.services.signedLog.seed = null;
    await logNumbers(world, 100, 5);
    writeFileSync(keptPath(), newest);
    await world.restart();
    expect(hold()).toBe("forked");
    await expect(logNumbers(world, 9, 1)).rejects.toThrow(LogHeld);
    expect(kept()).toBe(newest);
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    for (const path of ["/log/tile/0/000.p/5", "/log/tile/entries/000.p/5", "/log/proof/1"])
      expect((await world.call("GET", path)).status).toBe(404);
    expect((await check())?.ok).toBe(false);
    expect((await check())?.detail).toContain("has forked");
  });

  test("a fork that was closed by a restart is excused by check, and none of its proofs is served", async () => {
    const newest = await loseTwoEntries();
    rmSync(keptPath());
    await world.restart();
    expect(hold()).toBe("not_resumed");
    await logNumbers(world, 100, 4);
    expect(await restartLog(world.services.signedLog, newest)).toMatchObject({ hold: null });
    await world.restart();
    expect(await check()).toMatchObject({ ok: true });
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    for (const path of ["/log/tile/0/000.p/5", "/log/tile/entries/000.p/5", "/log/proof/1"])
      expect((await world.call("GET", path)).status).toBe(404);
    expect(findPlace(world.services.signedLog, { logId: 1, index: 1 })).toBeNull();
    expect((await world.call("GET", "/log/2/proof/0")).status).toBe(200);
  });

  test("a sound log that a restart closed may not be rewritten afterwards", async () => {
    const { signedLog } = world.services;
    await logNumbers(world, 0, 3);
    await restartLog(signedLog, null);
    await world.restart();
    expect(await check()).toMatchObject({ ok: true });
    await world.services.signedLog.db.writer.run((tx) => {
      dropTriggers(tx);
      tx.run("DELETE FROM log_entries WHERE log_id = 1");
      tx.run("DELETE FROM log_nodes WHERE log_id = 1");
      for (const text of ["7", "8", "9"])
        appendLeaf(tx, 1, packItem({ kind: "test", text, mediaType: "text/plain", slot: null, takenAt: 0 }));
    });
    expect((await check())?.detail).toContain("demo.invalid/log has forked");
  });

  test("the log.db of another installation is not served: the old note and its key are", async () => {
    await logNumbers(world, 0, 3);
    const [note, vkey] = [kept(), await readText(world, "/log/vkey")];
    const other = await createWorld();
    await logNumbers(other, 50, 7);
    const copy = join(world.dataDir, "other.db");
    const reader = new Database(join(other.dataDir, "log.db"));
    reader.run("VACUUM INTO ?", [copy]);
    reader.close();
    await other.close();
    for (const end of ["", "-wal", "-shm"]) rmSync(join(world.dataDir, `log.db${end}`), { force: true });
    renameSync(copy, join(world.dataDir, "log.db"));
    await world.restart();
    expect(hold()).toBe("lost");
    expect(await readText(world, "/log/checkpoint")).toBe(note);
    expect(await readText(world, "/log/vkey")).toBe(vkey);
    expect((await world.call("GET", "/log/tile/0/000.p/7")).status).toBe(404);
    expect((await world.call("GET", "/log/proof/1")).status).toBe(404);
    expect((await check())?.ok).toBe(false);
    const { signedLog } = world.services;
    const entry = { logId: 1, index: 1 };
    expect([findPlace(signedLog, entry), readEntry(signedLog, entry)]).toEqual([null, null]);
    expect([placeOfKind(signedLog, "number"), findNewestReference(signedLog, "number")]).toEqual([
      null,
      null,
    ]);
    expect(readLogHead(signedLog)).toMatchObject({ size: sizeOf(note ?? ""), vkey: vkey?.trim() });
    expect((await world.call("GET", "/proofs")).text).not.toContain("/log/proof/");
  });

  test("entries of a served log have references that resolve", async () => {
    await logNumbers(world, 0, 3);
    const place = placeOfKind(world.services.signedLog, "number");
    expect(place?.url).toBe("/log/proof/2");
    expect((await world.call("GET", place?.url ?? "")).status).toBe(200);
  });

  test("without the kept note, as after a restore, nothing is signed and entries wait", async () => {
    await logNumbers(world, 0, 2);
    const newest = kept();
    rmSync(keptPath());
    await world.restart();
    expect(hold()).toBe("not_resumed");
    await logNumbers(world, 2, 1);
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    expect(existsSync(keptPath())).toBe(false);
    expect(await check()).toMatchObject({ ok: false });
  });

  test("an altered kept note, or one of another log, holds the log; no entry is added", async () => {
    await logNumbers(world, 0, 2);
    const good = kept();
    for (const [text, reason] of [
      ["", "kept_note_unreadable"],
      [good.replace("\n2\n", "\n1\n"), "kept_note_unreadable"],
      [good.replaceAll("demo.invalid", "other.example"), "kept_note_of_another_log"],
    ] as const) {
      writeFileSync(keptPath(), text);
      expect(hold()).toBe(reason);
      await expect(logNumbers(world, 9, 1)).rejects.toThrow(LogHeld);
      expect(kept()).toBe(text);
      expect((await check())?.ok).toBe(false);
    }
    writeFileSync(keptPath(), good);
    await logNumbers(world, 2, 1);
    expect(hold()).toBeNull();
    expect(await check()).toMatchObject({ ok: true });
  });

  test("a key other than the log's first key signs nothing", async () => {
    await logNumbers(world, 0, 1);
    const note = kept();
    world.services.signedLog.seed = new Uint8Array(32).fill(7);
    await logNumbers(world, 1, 1);
    expect(hold()).toBe("other_key");
    expect(kept()).toBe(note);
  });

  test("production does not sign a log that was started as a demo", async () => {
    world.services.signedLog.isProduction = true;
    expect(hold()).toBe("demo_origin");
  });
});

describe("a crash between commit, kept note and publication", () => {
  test("after the commit: the next start signs, keeps and publishes the tree", async () => {
    const { signedLog } = world.services;
    const { seed } = signedLog;
    signedLog.seed = null;
    await logNumbers(world, 0, 4);
    expect(sizeOf(kept())).toBe(0);
    signedLog.seed = seed;
    await world.restart();
    expect(sizeOf(kept())).toBe(4);
    expect(await readText(world, "/log/checkpoint")).toBe(kept());
  });

  test("after the note was kept: the next start publishes the same bytes", async () => {
    await logNumbers(world, 0, 4);
    const note = kept();
    // Undoes the publication, but not the kept note.
    await world.services.signedLog.db.writer.run((tx) => tx.run("UPDATE signed_logs SET note = NULL"));
    expect((await world.call("GET", "/log/checkpoint")).status).toBe(404);
    await world.restart();
    expect(kept()).toBe(note);
    expect(await readText(world, "/log/checkpoint")).toBe(note);
    expect(hold()).toBeNull();
  });

  test("a note that cannot be kept is not published either", async () => {
    const { signedLog } = world.services;
    const published = await readText(world, "/log/checkpoint");
    const path = signedLog.keptPath;
    const blocked = join(world.dataDir, ".log.checkpoint.next");
    // A directory blocks the path of the note's temporary file.
    await Bun.$`mkdir ${blocked}`.quiet();
    await expect(logNumbers(world, 0, 1)).rejects.toThrow();
    expect(await readText(world, "/log/checkpoint")).toBe(published);
    expect(readFileSync(path, "utf8")).toBe(published);
    await Bun.$`rmdir ${blocked}`.quiet();
    await logNumbers(world, 1, 1);
    expect(sizeOf(await readText(world, "/log/checkpoint"))).toBe(2);
  });

  test(
    "at any step of any history: published state is kept, never shrinks, and passes check",
    async () => {
      const seed = chooseSeed();
      console.log(`log crashes: SEED=${seed}`);
      const random = seededRandom(seed);
      let number = 0;
      let published = 0;
      for (let step = 0; step < 25; step++) {
        const { signedLog } = world.services;
        const crash = random();
        const key = signedLog.seed;
        if (crash < 0.3) signedLog.seed = null;
        const count = 1 + Math.floor(random() * 40);
        await logNumbers(world, number, count);
        number += count;
        signedLog.seed = key;
        if (crash > 0.7) {
          await signedLog.db.writer.run((tx) => tx.run("UPDATE signed_logs SET note = NULL"));
        }
        if (random() < 0.6) await world.restart();
        else await publishLog(world.services.signedLog);
        const note = await readText(world, "/log/checkpoint");
        expect(kept()).toBe(note);
        expect(sizeOf(note)).toBe(number);
        expect(sizeOf(note)).toBeGreaterThan(published);
        published = sizeOf(note);
      }
      expect(await check()).toMatchObject({ ok: true });
    },
    SIMULATION_MS,
  );
});

describe("check", () => {
  test("names data that was altered despite the triggers", async () => {
    await logNumbers(world, 0, 5);
    const { writer } = world.services.signedLog.db;
    const alter = (sql: string) =>
      writer.run((tx) => {
        dropTriggers(tx);
        tx.run(sql);
      });
    expect(await check()).toMatchObject({ ok: true });
    const [leaf] = world.services.signedLog.db.read.all<{ hash: Uint8Array }>(
      "SELECT hash FROM log_nodes WHERE level = 0 AND node_index = 1",
    );
    await alter("UPDATE log_nodes SET hash = zeroblob(32) WHERE level = 0 AND node_index = 1");
    expect((await check())?.detail).toContain("node 1 of level 0 does not match the entries");
    const hex = Buffer.from(leaf?.hash ?? []).toString("hex");
    await alter(`UPDATE log_nodes SET hash = x'${hex}' WHERE level = 0 AND node_index = 1`);
    expect(await check()).toMatchObject({ ok: true });
    await alter("UPDATE log_nodes SET hash = zeroblob(32) WHERE level = 2");
    expect((await check())?.detail).toContain("the root of the nodes differs from the root of the entries");
    await alter("DELETE FROM log_nodes WHERE level = 2");
    expect((await check())?.detail).toContain("7 nodes are stored, but the entries require 8");
    await alter("UPDATE log_entries SET kind = 'other' WHERE entry_index = 3");
    expect((await check())?.detail).toContain("entry 3 does not match its row");
    await alter("UPDATE log_entries SET taken_at = taken_at + 1 WHERE entry_index = 2");
    expect((await check())?.detail).toContain("entry 2 does not match its row");
    await alter("UPDATE log_objects SET gzip = x'00' WHERE rowid = 2");
    expect((await check())?.detail).toContain("differs from the logged one");
    await alter("UPDATE log_entries SET entry = replace(entry, '2026', '2027') WHERE entry_index = 4");
    expect((await check())?.detail).toContain("demo.invalid/log has forked");
  });
});

describe("a lost log.db", () => {
  async function loseLog(): Promise<string> {
    await logNumbers(world, 0, 3);
    const newest = await readText(world, "/log/checkpoint");
    const { db } = world.services.signedLog;
    await db.writer.run((tx) => {
      dropTriggers(tx);
      for (const table of ["log_entries", "log_nodes", "log_objects", "signed_logs"])
        tx.run(`DELETE FROM ${table}`);
    });
    rmSync(keptPath());
    await world.restart();
    return newest;
  }

  test("together with the kept note: a log is not started a second time under the same name", async () => {
    await loseLog();
    expect(hold()).toBe("lost");
    expect((await world.call("GET", "/log/checkpoint")).status).toBe(404);
    await expect(logNumbers(world, 0, 1)).rejects.toThrow(LogHeld);
    expect(existsSync(keptPath())).toBe(false);
    expect((await check())?.detail).toContain("is not the file that this installation started");
  });

  test("continues as a new log from the newest saved note", async () => {
    const newest = await loseLog();
    const restarted = await restartLog(world.services.signedLog, newest);
    expect(restarted).toMatchObject({ origin: "demo.invalid/log/2", hold: null });
    expect(await readText(world, "/log/checkpoint")).toBe(newest);
    await logNumbers(world, 0, 1);
    expect(sizeOf(await readText(world, "/log/2/checkpoint"))).toBe(2);
    await world.restart();
    expect(hold()).toBeNull();
    expect(await check()).toMatchObject({ ok: true });
  });
});
