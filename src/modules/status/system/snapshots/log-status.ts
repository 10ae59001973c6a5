import { HOUR_MS, isoUtc } from "../../../../kit/clock.ts";
import {
  appendToLog,
  jsonItem,
  type LogItem,
  publishLog,
  readLastObject,
  type SignedLog,
} from "../../../transparency/signed-log/index.ts";
import type { Report, SystemStatus } from "../system-status.ts";

const SNAPSHOT = "status_snapshot";
const CHANGE = "status_change";

/**
 * Appends the status to the signed log: one snapshot per clock hour, and each change of overall against the last one
 * logged, so that a change missed in a crash is logged later. Signs the log even without new items, in case an earlier
 * attempt failed. Returns the kinds of items logged. @throws LogHeld if the log contradicts a published note
 */
export async function logStatus(log: SignedLog, status: SystemStatus, report: Report): Promise<string[]> {
  const items = [changeItem(log, status, report), snapshotItem(log, status, report)].flatMap(
    (item) => item ?? [],
  );
  if (items.length > 0) await appendToLog(log, items);
  else await publishLog(log);
  return items.map(({ kind }) => kind);
}

function snapshotItem(log: SignedLog, status: SystemStatus, report: Report): LogItem | null {
  const last = readLastObject(log.db.read, SNAPSHOT);
  if (last !== null && hourOf(last.takenAt) >= hourOf(report.at)) return null;
  const object = {
    generated_at: isoUtc(report.at),
    overall: report.overall,
    in_maintenance: report.inMaintenance,
    checks: Object.fromEntries(report.checks),
    policy_version: status.policy.version,
  };
  return jsonItem(SNAPSHOT, object, report.at);
}

function changeItem(log: SignedLog, status: SystemStatus, report: Report): LogItem | null {
  const to = status.toOverallState(report);
  const last = readLastObject(log.db.read, CHANGE);
  const from = last?.object.to ?? null;
  if (from === to) return null;
  const checks = [...report.checks].map(([name, { status: state }]) => [name, state]);
  const object = { at: isoUtc(report.at), from, to, checks: Object.fromEntries(checks) };
  return jsonItem(CHANGE, object, report.at);
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS);
}
