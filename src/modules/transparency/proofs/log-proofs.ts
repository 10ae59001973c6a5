import type { Database } from "../../../db/database.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { appendToLog, jsonItem, type LogItem, readLastObject, type SignedLog } from "../signed-log/index.ts";
import { PROOFS } from "./list.ts";
import { figuresOf, type Proof, stateProof } from "./proof.ts";

/** Figures that stay as they are are logged once a day all the same: a log that falls silent proves nothing. */
const AT_LEAST_EVERY_MS = DAY_MS - DAY_MS / 24;

/**
 * Logs each proof whose figures are not those that the log has, or has had for a day; where the clock was set back
 * none is dated before the last of its kind. Returns the names of those it logged.
 * @param sources logs only proofs that these jobs make; unset: all
 * @throws LogHeld where the log contradicts what was signed
 */
export async function logProofs(
  live: Database,
  log: SignedLog,
  token: TrackedToken,
  now: number,
  sources: readonly string[] | null = null,
): Promise<string[]> {
  const items = PROOFS.filter(({ source }) => sources === null || sources.includes(source)).flatMap(
    (proof) => itemOf(proof, live, log, token, now) ?? [],
  );
  if (items.length > 0) await appendToLog(log, items);
  return items.map(({ kind }) => kind);
}

function itemOf(
  proof: Proof,
  live: Database,
  log: SignedLog,
  token: TrackedToken,
  now: number,
): LogItem | null {
  const found = proof.find(live.read, token, now);
  if (found === null) return null;
  const statement = stateProof(proof, found, token, now);
  const last = readLastObject(log.db.read, proof.name);
  if (last !== null && !isDue(last, statement, now)) return null;
  const slot = found.slot === null ? null : BigInt(found.slot);
  return jsonItem(proof.name, statement, now, slot);
}

function isDue(last: { text: string; takenAt: number }, statement: object, now: number): boolean {
  if (now < last.takenAt) return false;
  if (now - last.takenAt >= AT_LEAST_EVERY_MS) return true;
  return figuresOf(JSON.parse(last.text) as object) !== figuresOf(statement);
}
