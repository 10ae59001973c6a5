import type { Database } from "../../../db/database.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { appendToLog, jsonItem, type LogItem, readLastObject, type SignedLog } from "../signed-log/index.ts";
import { PROOFS } from "./list.ts";
import { encodeFigures, type Proof, type ReadLiabilities, stateProof } from "./proof.ts";

/** Unchanged figures are logged daily, too: otherwise an unchanged proof and a stopped log look the same. */
const AT_LEAST_EVERY_MS = DAY_MS - DAY_MS / 24;

interface LogProofsOptions {
  live: Database;
  log: SignedLog;
  token: TrackedToken | null;
  readLiabilities: ReadLiabilities;
  /** Unix milliseconds. */
  now: number;
  /** Restricts logging to the proofs of these jobs; unset: all. */
  sources?: readonly string[];
}

/**
 * Logs each proof whose figures differ from the logged ones or were last logged a day ago. If the clock was set back,
 * no entry is dated before the last of its kind. Returns the names of the logged proofs.
 * @throws LogHeld if the log contradicts its signed checkpoint
 */
export async function logProofs(options: LogProofsOptions): Promise<string[]> {
  const { log, sources } = options;
  const items = PROOFS.filter(({ source }) => sources === undefined || sources.includes(source)).flatMap(
    (proof) => itemOf(proof, options) ?? [],
  );
  if (items.length > 0) await appendToLog(log, items);
  return items.map(({ kind }) => kind);
}

/** The proof's next log item; null if it has no figures or is not due. */
function itemOf(proof: Proof, options: LogProofsOptions): LogItem | null {
  const { live, log, token, now } = options;
  const found = proof.find(live.read, token, options);
  if (found === null) return null;
  const statement = stateProof(proof, { found, token, now });
  const last = readLastObject(log.db.read, proof.name);
  if (last !== null && !isDue(last, statement, now)) return null;
  const slot = found.slot === null ? null : BigInt(found.slot);
  return { ...jsonItem(proof.name, statement, now), slot };
}

function isDue(last: { object: object; takenAt: number }, statement: object, now: number): boolean {
  if (now < last.takenAt) return false;
  if (now - last.takenAt >= AT_LEAST_EVERY_MS) return true;
  return encodeFigures(last.object) !== encodeFigures(statement);
}
