import { expect, test } from "bun:test";
import { backupNotices } from "../../../../src/modules/operations/backups/notices.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-11-20T12:00:00Z");
const drill = (hoursAgo: number, ok = true) => ({
  at: new Date(NOW - hoursAgo * HOUR_MS).toISOString(),
  ok,
  rpo_seconds: 1,
  rto_seconds: 1,
});
const well = { lastOkAt: NOW - 26 * HOUR_MS, installedAt: 0, replica: null, drill: drill(168) };
const ids = (facts: object, limits = {}) =>
  backupNotices({ ...well, ...facts }, NOW, limits).map(({ id, status }) => `${id} ${status}`);

test("a recent backup with a restore tried within the week needs nobody", () => {
  expect(ids({})).toEqual([]);
});

test.each([
  ["no backup", { lastOkAt: null, drill: null }, ["backup_none warn"]],
  ["an old backup", { lastOkAt: NOW - 26 * HOUR_MS - 1 }, ["backup_old warn"]],
  ["a backup that no restore has proved", { drill: null }, ["backup_unproved warn"]],
  ["a proof older than a week", { drill: drill(169) }, ["backup_unproved warn"]],
  ["a failed drill", { drill: drill(1, false) }, ["drill_failed bad"]],
  ["a replica behind", { replica: { fault: null, lagSeconds: 61, lastTxid: 1 } }, ["replica_lag warn"]],
  [
    "a replica with a fault",
    { replica: { fault: "gone", lagSeconds: 1, lastTxid: 1 } },
    ["replica_lag warn"],
  ],
  ["a replica in time", { replica: { fault: null, lagSeconds: 60, lastTxid: 1 } }, []],
])("%s", (_, facts, expected) => {
  expect(ids(facts)).toEqual(expected);
});

test("the status policy's thresholds hold here too", () => {
  expect(ids({}, { age_hours_warn: 25 })).toEqual(["backup_old warn"]);
});
