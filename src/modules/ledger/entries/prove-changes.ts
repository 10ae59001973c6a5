import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Sql, Tx } from "../../../db/sql.ts";
import { MINUTE_MS } from "../../../kit/clock.ts";
import { fromHundredths } from "../../../kit/money.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type BrokenInvariant, jsonSetting, readSafeMode, stopChanges } from "../../platform/state/index.ts";
import {
  type BalanceMismatch,
  clearSuspects,
  hasSuspects,
  listMismatches,
  listSuspects,
  newestEntryId,
  type Suspect,
} from "./proof-store.ts";

const Proof = Type.Object({
  /** The newest proved entry. */
  entryId: Type.Integer(),
  /** Unix milliseconds. */
  at: Type.Number(),
});
type Proof = Static<typeof Proof>;

interface ProofParts {
  live: Database;
}

const INVARIANT = "ledger_balances";
const PROOF = jsonSetting("ledger_proof", Proof);
/** Entries per read: two milliseconds of the event loop, which it holds again and again after a long catch-up. */
const CHUNK = 500;

/**
 * Proves the changes since the last run, every minute: each new entry continues from the previous one, and each
 * user's balance equals the last entry, also where something else set the balance. A fault stops all changes.
 */
export const ledgerProof: Job<ProofParts> = {
  name: "ledger_proof",
  schedule: "* * * * *",
  timeoutMs: 30 * MINUTE_MS,
  description: "Proves balances against the ledger entries since the last run; a fault switches safe mode on",
  run: async (parts, signal) => {
    await proveSuspects(parts);
    const count = await proveEntries(parts, signal);
    return `${count} entries proved`;
  },
};

/** Checks suspects between two runs of the job; after the first fault only the job continues. */
export async function watchSuspects(parts: ProofParts): Promise<void> {
  if (readSafeMode(parts.live.read)?.invariant !== INVARIANT) await proveSuspects(parts);
}

/**
 * Proves the balances that were set to a value other than their last entry's; cheap if there are none.
 * @throws Error with the fault, once changes are stopped
 */
async function proveSuspects({ live }: ProofParts): Promise<void> {
  if (!hasSuspects(live.read)) return;
  const suspects = listSuspects(live.read);
  const guilty = suspects.find(({ balance, last }) => balance !== last);
  if (guilty !== undefined) await stop(live, faultOf(guilty));
  await live.writer.run((tx) => clearSuspects(tx, suspects));
}

async function proveEntries({ live }: ProofParts, signal: AbortSignal): Promise<number> {
  const from = readProof(live.read)?.entryId ?? 0;
  const to = newestEntryId(live.read);
  let at = from;
  do {
    const end = Math.min(at + CHUNK, to);
    const [misfit] = listMismatches(live.read, at, end);
    if (misfit !== undefined) await stop(live, misfitFault(misfit));
    await live.writer.run((tx) => keepProof(tx, end), "lasting");
    at = end;
  } while (at < to && !signal.aborted);
  return at - from;
}

/** The newest proved entry and the time of the proof; null before the first run. */
export function readProof(sql: Sql): Proof | null {
  return PROOF.read(sql);
}

function keepProof(tx: Tx, entryId: number): void {
  PROOF.write(tx, { entryId, at: tx.now });
}

async function stop(live: Database, fault: string): Promise<never> {
  const broken: BrokenInvariant = { invariant: INVARIANT, fault };
  await live.writer.run((tx) => stopChanges(tx, ledgerProof.name, broken));
  throw new Error(fault);
}

function faultOf({ user_id, balance, last }: Suspect): string {
  return `user ${user_id} has ${fromHundredths(balance)}, and a last entry that leaves ${fromHundredths(last)}`;
}

function misfitFault({ entry_id, user_id, balance_after, expected }: BalanceMismatch): string {
  return `entry ${entry_id} of user ${user_id} leaves ${fromHundredths(balance_after)}, not ${fromHundredths(expected)}`;
}
