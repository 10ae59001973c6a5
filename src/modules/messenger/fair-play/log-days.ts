import type { Database } from "../../../db/database.ts";
import { DAY_MS, MINUTE_MS, utcDay } from "../../../kit/clock.ts";
import type { Job } from "../../platform/jobs/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { appendOnce, jsonItem, LogHeld, type SignedLog } from "../../transparency/signed-log/index.ts";
import { expireRounds } from "../rounds/index.ts";
import {
  appendCommitments,
  closeDay,
  findFirstCommitment,
  findLastDay,
  listOldSeeds,
  listUnloggedDays,
  type SeedPlace,
  Seeds,
  setLogIndex,
} from "../seeds/index.ts";

interface FairPlayParts {
  live: Database;
  signedLog: SignedLog;
  keyring: Keyring;
  clock: { now(): number };
  http: { safeModeReason: () => string | null };
}

/** Keeps each write transaction under 50 ms. */
const CHUNK = 100;
const MAX_SEED_AGE_MS = 30 * DAY_MS;

/** The daily job: expires overdue rounds, rotates old seeds and logs completed UTC days. */
export const fairPlay: Job<FairPlayParts> = {
  name: "fair_play",
  schedule: "9 0 * * *",
  timeoutMs: 30 * MINUTE_MS,
  description:
    "Logs the Merkle root of each UTC day's server seed commitments, and rotates used seeds older than 30 days",
  run: async (parts, signal) => {
    if (parts.http.safeModeReason() !== null) return "waits while safe mode is on";
    await inChunks(signal, () => parts.live.writer.run((tx) => expireRounds(tx, CHUNK)));
    const rotated = await rotateOld(parts, signal);
    await closeDays(parts, signal);
    const logged = await logDays(parts, signal);
    return `logged ${logged}; rotated ${rotated} seeds`;
  },
};

/** Repeats `work` until a chunk is not full. Returns the total. */
async function inChunks(signal: AbortSignal, work: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await work();
    sum += done;
    if (done < CHUNK) return sum;
  }
}

/** Rotates the old seeds that rounds have used: an unused one hides no round. Returns their number. */
async function rotateOld({ keyring, live }: FairPlayParts, signal: AbortSignal): Promise<number> {
  const seeds = new Seeds(keyring);
  let last: SeedPlace = { id: 0, created_at: 0 };
  let rotated = 0;
  await inChunks(signal, async () => {
    const old = await live.writer.run((tx) => {
      const page = listOldSeeds(tx, last, { before: tx.now - MAX_SEED_AGE_MS, limit: CHUNK });
      for (const { next_nonce, player_id } of page) if (next_nonce > 1) seeds.rotate(tx, player_id);
      return page;
    });
    last = old.at(-1) ?? last;
    rotated += old.filter(({ next_nonce }) => next_nonce > 1).length;
    return old.length;
  });
  return rotated;
}

/** Builds the Merkle trees of all completed days since the first commitment. */
async function closeDays({ clock, live }: FairPlayParts, signal: AbortSignal): Promise<void> {
  const first = findFirstCommitment(live.read);
  if (first === null) return;
  const today = Math.floor(clock.now() / DAY_MS);
  const from = Math.max(Math.floor(first / DAY_MS), (findLastDay(live.read) ?? -1) + 1);
  for (let day = from; day < today; day++) {
    await inChunks(signal, () => live.writer.run((tx) => appendCommitments(tx, day, CHUNK)));
    await live.writer.run((tx) => closeDay(tx, day));
  }
}

async function logDays({ live, signedLog }: FairPlayParts, signal: AbortSignal): Promise<string> {
  const days: string[] = [];
  for (;;) {
    signal.throwIfAborted();
    const [next] = listUnloggedDays(live.read, 1);
    if (next === undefined) return days.length === 0 ? "no day" : days.join(", ");
    const day = utcDay(next.day * DAY_MS);
    const { root, size: commitments, unrevealed } = next;
    const item = jsonItem("fair_play", { day, commitments, root, unrevealed }, (next.day + 1) * DAY_MS);
    try {
      const index = await appendOnce(signedLog, item);
      await live.writer.run((tx) => setLogIndex(tx, next.day, index));
    } catch (error) {
      if (!(error instanceof LogHeld)) throw error;
      return `${days.length} days; the log accepts no entries: ${error.hold.message}`;
    }
    days.push(day);
  }
}
