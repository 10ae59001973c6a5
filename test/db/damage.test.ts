import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listLosses } from "../../src/db/damage/loss.ts";
import { readMarks } from "../../src/db/damage/marks.ts";
import { scanWal } from "../../src/db/damage/scan-wal.ts";
import { Database } from "../../src/db/database.ts";
import { ManualClock } from "../harness/app/clock.ts";

/** The judgement on a WAL before its file is opened: crashes are no damage. */

let root: string;
let dataDir: string;
let live: Database;

const open = (directory: string, file = "live.db") =>
  Database.open(join(directory, file), new ManualClock(), { dataDir: directory });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "salute-damage-"));
  dataDir = join(root, "data");
  cpSync(mkdtempSync(join(root, "empty-")), dataDir, { recursive: true });
  live = open(dataDir);
});

afterEach(async () => {
  await live.close();
  rmSync(root, { recursive: true, force: true });
});

async function commit(count: number, bytes = 10, file = live): Promise<void> {
  for (; count > 0; count--)
    await file.writer.run((tx) =>
      tx.run(
        "INSERT INTO settings (name, value, updated_at) VALUES (?, ?, 0)",
        crypto.randomUUID(),
        "x".repeat(bytes),
      ),
    );
}

const settings = (file: Database) =>
  file.read.one<{ count: number }>("SELECT COUNT(*) AS count FROM settings").count;

const FRAME_BYTES = 24 + 4096;
const frameAt = (number: number) => 32 + (number - 1) * FRAME_BYTES;

/** A copy of the directory, as a crash leaves it now, changed by `damage`. */
function crashed(
  damage: (wal: Buffer, directory: string) => void = () => undefined,
  file = "live.db",
): string {
  const image = mkdtempSync(join(root, "image-"));
  cpSync(dataDir, image, { recursive: true });
  const path = join(image, `${file}-wal`);
  const wal = readFileSync(path);
  damage(wal, image);
  if (existsSync(path)) writeFileSync(path, wal);
  return image;
}

/** Opens and closes a crashed directory. */
async function found(image: string, file = "live.db") {
  const told = listLosses(image).map(({ name, fault }) => `${name}: ${fault}`);
  const opened = open(image, file);
  const { loss } = opened.found;
  const rows = settings(opened);
  await opened.close();
  return { told, loss, rows };
}

describe("no loss", () => {
  test("after the end of the process alone", async () => {
    await commit(20);
    expect(await found(crashed())).toEqual({ told: [], loss: null, rows: 20 });
  });

  for (const withMarks of [true, false])
    test(`in a commit that a power failure tore ${withMarks ? "with" : "without"} marks`, async () => {
      await commit(20);
      const marks = readFileSync(join(dataDir, "marks.json"));
      const acknowledged = scanWal(join(dataDir, "live.db-wal"))?.frames ?? 0;
      await commit(1, 40_000);
      const image = crashed((wal, directory) => {
        wal.fill(0, frameAt(acknowledged + 2), frameAt(acknowledged + 3));
        if (withMarks) writeFileSync(join(directory, "marks.json"), marks);
        else rmSync(join(directory, "marks.json"));
      });
      expect(scanWal(join(image, "live.db-wal"))).toMatchObject({ frames: acknowledged, laterCommits: 1 });
      expect(await found(image)).toEqual({ told: [], loss: null, rows: 20 });
    });

  test("in remains of a torn commit, which the next opening does away with", async () => {
    await commit(3);
    const end = scanWal(join(dataDir, "live.db-wal"))?.frames ?? 0;
    const marks = readFileSync(join(dataDir, "marks.json"));
    await commit(1, 40_000);
    const image = crashed((wal, directory) => {
      wal.fill(0, frameAt(end + 1), frameAt(end + 2));
      writeFileSync(join(directory, "marks.json"), marks);
    });
    const opened = open(image);
    expect(opened.found.hasRemains).toBe(true);
    expect(scanWal(join(image, "live.db-wal"))?.laterCommits ?? 0).toBe(0);
    await opened.close();
  });

  test("after a clean stop, and in a directory without marks", async () => {
    await commit(5);
    await live.close();
    expect(await found(dataDir)).toEqual({ told: [], loss: null, rows: 5 });
    rmSync(join(dataDir, "marks.json"));
    expect(await found(dataDir)).toEqual({ told: [], loss: null, rows: 5 });
    live = open(dataDir);
  });
});

describe("a loss", () => {
  const flip = (at: number) => (wal: Buffer) => {
    wal[at] = (wal[at] ?? 0) ^ 4;
  };

  test("of everything after a flipped bit is told, and the WAL is kept as it was", async () => {
    await commit(20);
    const image = crashed(flip(frameAt(9) + 1_000));
    const wal = readFileSync(join(image, "live.db-wal"));
    const { told, loss, rows } = await found(image);
    expect(rows).toBeLessThan(20);
    expect(told).toEqual([expect.stringContaining("live: its write-ahead log is intact up to frame")]);
    expect(loss?.fault).toContain("its write-ahead log is intact up to frame");
    expect(readdirSync(join(image, "evidence"))).toHaveLength(1);
    expect(readFileSync(loss?.evidence ?? "").equals(wal)).toBe(true);
  });

  test("of the last commit alone is told, too", async () => {
    await commit(5);
    const last = scanWal(join(dataDir, "live.db-wal"))?.frames ?? 0;
    const { loss, rows } = await found(crashed(flip(frameAt(last) + 30)));
    expect(rows).toBe(4);
    expect(loss).not.toBeNull();
  });

  test("by a damaged header, by a cut and by a zeroed page is told", async () => {
    await commit(20);
    for (const damage of [
      flip(3),
      flip(17),
      (wal: Buffer) => wal.fill(0, frameAt(10), frameAt(11)),
      (wal: Buffer) => wal.fill(0, frameAt(10)),
    ]) {
      const { loss, rows } = await found(crashed(damage));
      expect(rows).toBeLessThan(20);
      expect(loss).not.toBeNull();
    }
  });

  test("by a missing WAL is told by the ids", async () => {
    await live.writer.run((tx) =>
      tx.run("INSERT INTO id_floors (table_name, floor) VALUES ('ledger_entries', 20)"),
    );
    await live.close();
    live = open(dataDir);
    await live.writer.run((tx) => tx.run("UPDATE id_floors SET floor = 29"));
    await live.close();
    live = open(dataDir);
    const older = open(mkdtempSync(join(root, "older-")));
    await older.close();
    const image = mkdtempSync(join(root, "image-"));
    cpSync(join(dataDir, "marks.json"), join(image, "marks.json"));
    cpSync(older.path, join(image, "live.db"));
    const { told, loss } = await found(image);
    expect(told).toEqual(["live: its ledger ends at entry 0, and entry 29 was acknowledged"]);
    expect(loss).toEqual({
      fault: "its ledger ends at entry 0, and entry 29 was acknowledged",
      evidence: null,
    });
  });

  test("without marks of the file is told from more transactions on than a power failure tears", async () => {
    const sandbox = open(dataDir, "sandbox.db");
    await commit(60, 10, sandbox);
    const image = crashed(flip(frameAt(3) + 1_000), "sandbox.db");
    expect((await found(image, "sandbox.db")).loss?.fault).toContain("transactions follow it");
    await sandbox.close();
  });
});

test("marks follow each flush, and damaged ones count as none", async () => {
  await commit(3);
  const path = join(dataDir, "marks.json");
  const { salt, frames } = scanWal(join(dataDir, "live.db-wal")) ?? {};
  expect(readMarks(path)?.commit).toEqual({ salt: salt ?? "", frames: frames ?? 0 });
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/"frames":\d+/, '"frames":99999'));
  expect(readMarks(path)).toBeNull();
});
