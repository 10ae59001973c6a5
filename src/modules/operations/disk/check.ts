import { type DiskSpace, readDiskSpace } from "../../../kit/process/disk.ts";
import { type CheckOutcome, defineCheck, type Thresholds } from "../../platform/checks/index.ts";
import { type BackupDesk, spaceForBackup } from "../backups/index.ts";
import { growthPerDay } from "./growth.ts";

export interface DiskFacts extends DiskSpace {
  /** Bytes that making one backup takes. */
  backupBytes: number;
  /** Bytes per day; null if unknown. */
  growthPerDay: number | null;
}

export interface DiskParts {
  config: { dataDir: string };
  backups: BackupDesk;
}

const MIB = 2 ** 20;

/** The data directory's file system now. */
export function readDiskFacts({ config: { dataDir }, backups }: DiskParts): DiskFacts {
  return {
    ...readDiskSpace(dataDir),
    backupBytes: spaceForBackup(dataDir),
    growthPerDay: growthPerDay(backups.list()),
  };
}

/** Whole days until the disk is full at this growth; null if it does not grow, or that is unknown. */
export function daysLeft({ freeBytes, growthPerDay: growth }: DiskFacts): number | null {
  return growth === null || growth <= 0 ? null : Math.floor(freeBytes / growth);
}

/** Judges the free space of the data directory's file system. */
export function checkDisk(
  facts: DiskFacts,
  thresholds: Thresholds<"free_pct_warn" | "free_pct_bad" | "room_for_backups_warn">,
): CheckOutcome {
  const { freeBytes, sizeBytes, backupBytes, growthPerDay: growth } = facts;
  const freePct = Math.floor((freeBytes / sizeBytes) * 1_000) / 10;
  const room = Math.floor(freeBytes / backupBytes);
  const isTight = freePct <= thresholds.free_pct_warn;
  const isShort = room < thresholds.room_for_backups_warn;
  const observed = {
    free_pct: freePct,
    free_mib: Math.floor(freeBytes / MIB),
    room_for_backups: room,
    growth_mib_per_day: growth === null ? null : Math.round((growth / MIB) * 10) / 10,
    days_left: daysLeft(facts),
  };
  const status = freePct <= thresholds.free_pct_bad ? "bad" : isTight || isShort ? "warn" : "ok";
  return { status, message: messageOf(observed, status === "ok", isShort), observed };
}

function messageOf(
  { free_pct, days_left }: { free_pct: number; days_left: number | null },
  isOk: boolean,
  isShort: boolean,
): string {
  const free = `${isOk ? "" : "Only "}${free_pct} % of the disk is free`;
  const room = isShort ? ", too little for further backups" : "";
  return `${free}${room}${days_left === null ? "" : `: at this growth it is full in ${days(days_left)}`}.`;
}

function days(count: number): string {
  if (count < 1) return "less than a day";
  return count === 1 ? "1 day" : `${count} days`;
}

export const diskCheck = defineCheck({
  name: "disk",
  slot: 16,
  title: "Disk",
  about: "Free space of the disk, and how long it lasts at the present growth.",
  evidence: null,
  thresholds: {
    free_pct_warn: { value: 15, meaning: "Free space in per cent of the disk" },
    free_pct_bad: { value: 5, meaning: "Free space in per cent of the disk" },
    room_for_backups_warn: {
      value: 2,
      meaning: "Backups for which there is room; making one takes twice the databases' size and 64 MiB",
    },
  },
  runbook: {
    means:
      "The disk of the data directory fills up. On a full disk every change is refused, and no backup can be made.",
    steps: [
      "`/admin/ops/storage` and `du -xh --max-depth=2 DIR` show what takes the space; files that are not salute's can go.",
      "Give the machine a larger disk: `days_left` says how soon, from the growth between the kept backups.",
      "Fewer backups on this disk: lower `BACKUP_KEEP_COUNT` or `BACKUP_KEEP_DAYS`, with copies in an S3 store.",
      "Large write-ahead logs: see the check `database`. With a replica, `salute doctor` says whether its store is away.",
    ],
  },
  look: (parts: DiskParts, thresholds) => checkDisk(readDiskFacts(parts), thresholds),
});
