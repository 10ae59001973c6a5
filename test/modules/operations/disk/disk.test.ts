import { describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { DAY_MS, isoUtc } from "../../../../src/kit/clock.ts";
import { readDiskSpace } from "../../../../src/kit/process/disk.ts";
import { checkDisk, type DiskFacts } from "../../../../src/modules/operations/disk/check.ts";
import { growthPerDay } from "../../../../src/modules/operations/disk/growth.ts";
import { builtInPolicy } from "../../../../src/modules/status/system/index.ts";
import { createWorld } from "../../../harness/app/world.ts";

const GIB = 2 ** 30;
const FACTS: DiskFacts = { freeBytes: 50 * GIB, sizeBytes: 100 * GIB, backupBytes: GIB, growthPerDay: null };
const THRESHOLDS = { free_pct_warn: 15, free_pct_bad: 5, room_for_backups_warn: 2 };
const judge = (facts: Partial<DiskFacts>) => checkDisk({ ...FACTS, ...facts }, THRESHOLDS);

describe("the check disk", () => {
  test.each([
    [15.1, "ok", "15.1 % of the disk is free."],
    [15, "warn", "Only 15 % of the disk is free."],
    [5.1, "warn", "Only 5.1 % of the disk is free."],
    [5, "bad", "Only 5 % of the disk is free."],
    [0, "bad", "Only 0 % of the disk is free, too little for further backups."],
  ])("%p % free: %p", (percent, status, message) => {
    const found = judge({ freeBytes: percent * GIB });
    expect([found.status, found.message, found.observed.free_pct]).toEqual([
      status as typeof found.status,
      message,
      percent,
    ]);
  });

  test("warns below the room for two backups, however much of the disk is free", () => {
    expect(judge({ backupBytes: 25 * GIB })).toMatchObject({
      status: "ok",
      observed: { room_for_backups: 2 },
    });
    expect(judge({ backupBytes: 26 * GIB })).toMatchObject({
      status: "warn",
      message: "Only 50 % of the disk is free, too little for further backups.",
      observed: { room_for_backups: 1 },
    });
  });

  test.each([
    [5 * GIB, 10, "50 % of the disk is free: at this growth it is full in 10 days."],
    [40 * GIB, 1, "50 % of the disk is free: at this growth it is full in 1 day."],
    [60 * GIB, 0, "50 % of the disk is free: at this growth it is full in less than a day."],
    [0, null, "50 % of the disk is free."],
    [-GIB, null, "50 % of the disk is free."],
  ])("at %p bytes a day: %p days left", (growthPerDay, daysLeft, message) => {
    expect(judge({ growthPerDay })).toMatchObject({
      status: "ok",
      message,
      observed: { days_left: daysLeft },
    });
  });

  test("has its defaults in the policy, and judges the data directory's own disk", async () => {
    expect(builtInPolicy(CHECKS).checks.disk).toEqual(THRESHOLDS);
    const world = await createWorld();
    try {
      const { checks } = (await world.call("GET", "/status.json")).json;
      const { freeBytes, sizeBytes } = readDiskSpace(world.dataDir);
      expect(checks.disk.observed.free_pct).toBeCloseTo((freeBytes / sizeBytes) * 100, 0);
      expect(checks.disk.observed).toMatchObject({ growth_mib_per_day: null, days_left: null });
      expect(checks.disk.observed.room_for_backups).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  });
});

describe("the growth per day", () => {
  const START = Date.parse("2026-01-01T00:00:00Z");
  const copy = (day: number, database: number, archive: number) => ({
    created_at: isoUtc(START + day * DAY_MS),
    bytes: archive,
    databases: [
      { name: "live.db", bytes: database, sha256: "" },
      { name: "log.db", bytes: 100, sha256: "" },
    ],
  });

  test("is that of the databases, and of each kept backup", () => {
    expect(growthPerDay([copy(10, 3_000, 500), copy(5, 2_000, 300), copy(0, 1_000, 200)])).toBe(200 + 3 * 30);
  });

  test("is unknown without backups a day apart", () => {
    expect(growthPerDay([])).toBeNull();
    expect(growthPerDay([copy(1, 1_000, 100)])).toBeNull();
    expect(growthPerDay([copy(0.9, 2_000, 200), copy(0, 1_000, 100)])).toBeNull();
  });
});
