import { sqliteVersion } from "../../../db/connection.ts";
import type { Database } from "../../../db/database.ts";
import { type CheckOutcome, defineCheck, levelAbove, type Thresholds } from "../../platform/checks/index.ts";
import { readLoss } from "../../platform/state/index.ts";
import type { Readiness } from "./readiness.ts";

export interface DatabaseFacts {
  /** Faults of the files, each in a few words; empty if all can be read and written. */
  faults: readonly string[];
  /** Total size of the write-ahead logs, in bytes. */
  walBytes: number;
  sqliteVersion: string;
  isInSafeMode: boolean;
  /** Whether a file lost acknowledged changes, and no operator accepted that. */
  hasLoss: boolean;
}

const MIB = 1024 * 1024;

/** Judges whether the databases accept changes and safe mode is off. */
export function checkDatabase(
  facts: DatabaseFacts,
  thresholds: Thresholds<"wal_mib_warn" | "wal_mib_bad">,
): CheckOutcome {
  const walMib = Math.round((facts.walBytes / MIB) * 10) / 10;
  const observed = {
    writable: facts.faults.length === 0,
    safe_mode: facts.isInSafeMode,
    wal_mib: walMib,
    sqlite_version: facts.sqliteVersion,
  };
  const [fault] = facts.faults;
  if (fault !== undefined) return { status: "bad", message: `A database is not ready: ${fault}.`, observed };
  if (facts.hasLoss)
    return {
      status: "bad",
      message: "A write-ahead log was damaged: acknowledged changes are lost, and further ones are refused.",
      observed,
    };
  if (facts.isInSafeMode)
    return { status: "warn", message: "Safe mode: reads continue, changes are refused.", observed };
  const status = levelAbove(walMib, thresholds.wal_mib_warn, thresholds.wal_mib_bad);
  if (status === "ok") return { status, message: "The databases accept reads and changes.", observed };
  return { status, message: `The write-ahead logs have grown to ${walMib} MiB.`, observed };
}

interface DatabaseCheckParts {
  live: Database;
  sandbox: Database;
  readiness: () => Promise<Readiness>;
  http: { safeModeReason: () => string | null };
}

/** Faults of the files, without that of the job runner, which has its own check. */
async function fileFaults(readiness: () => Promise<Readiness>): Promise<string[]> {
  const { checks } = await readiness();
  return Object.entries(checks)
    .filter(([name, found]) => name !== "jobs" && found !== "ok")
    .map(([name, found]) => `${name} ${found}`);
}

export const databaseCheck = defineCheck({
  name: "database",
  slot: 0,
  title: "Database",
  about: "Databases and their write-ahead logs.",
  evidence: "/readyz",
  thresholds: {
    wal_mib_warn: { value: 256, meaning: "Size of the write-ahead logs in MiB: checkpoints do not keep up" },
    wal_mib_bad: { value: 2048, meaning: "Size of the write-ahead logs in MiB: the disk may fill up" },
  },
  runbook: {
    means:
      "Bad: a database cannot be written, its schema belongs to another version, or its write-ahead log was damaged. Warn: safe mode is on, or the write-ahead log has grown.",
    steps: [
      "`salute doctor` names the file and the fix.",
      "Safe mode: run `salute check`, then `salute safe-mode off`, or `salute resume` after a restore.",
      "Damaged log (`wal_damaged`): the copy in `evidence/` shows what was lost. A replica or backup that is newer has it: `salute restore`. Otherwise `salute resume --accept-loss` goes on without.",
      "Large write-ahead log: a process, such as a copy or a sqlite3 shell, holds a long read. End it.",
    ],
  },
  look: async ({ live, sandbox, readiness, http }: DatabaseCheckParts, thresholds) =>
    checkDatabase(
      {
        faults: await fileFaults(readiness),
        walBytes: live.fileSizes().wal + sandbox.fileSizes().wal,
        sqliteVersion: sqliteVersion(),
        isInSafeMode: http.safeModeReason() !== null,
        hasLoss: readLoss(live.read) !== null,
      },
      thresholds,
    ),
});
