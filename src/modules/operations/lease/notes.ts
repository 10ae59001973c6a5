import type { LeaseStore } from "./model.ts";
import { notesFolder } from "./rules.ts";

/** A signed note of the log, as stored in the replica. */
export interface StoredNote {
  /** Number of the installation's log: 1, plus one per restart. */
  logId: number;
  size: number;
  note: string;
}

/**
 * Stores a note under a unique name, so that concurrent processes never overwrite a newer one, and removes older notes.
 * @throws StoreError
 */
export async function recordNote(
  store: LeaseStore,
  epoch: number,
  { logId, size, note }: StoredNote,
): Promise<void> {
  const folder = notesFolder(epoch);
  await store.write(`${folder}${logId}-${size}.checkpoint`, note);
  const older = (await listNotes(store, epoch)).filter((each) => compare(each, { logId, size }) < 0);
  for (const { name } of older) await store.remove(name);
}

/** The newest note up to an epoch: a leader that published nothing yet signs on from the one before. @throws StoreError */
export async function newestNoteUpTo(store: LeaseStore, newest: number): Promise<StoredNote | null> {
  for (let epoch = newest; epoch >= 0; epoch--) {
    const note = await newestNote(store, epoch);
    if (note !== null) return note;
  }
  return null;
}

/** Newest note of an epoch's log; null without notes. @throws StoreError */
async function newestNote(store: LeaseStore, epoch: number): Promise<StoredNote | null> {
  const newest = (await listNotes(store, epoch)).sort(compare).at(-1);
  if (newest === undefined) return null;
  const note = await store.read(newest.name);
  return note === null ? null : { logId: newest.logId, size: newest.size, note };
}

interface NoteName {
  name: string;
  logId: number;
  size: number;
}

async function listNotes(store: LeaseStore, epoch: number): Promise<NoteName[]> {
  const names = await store.list(notesFolder(epoch));
  return names.flatMap((name) => {
    const [, logId, size] = /\/(\d+)-(\d+)\.checkpoint$/.exec(name) ?? [];
    return logId === undefined || size === undefined
      ? []
      : [{ name, logId: Number(logId), size: Number(size) }];
  });
}

function compare(a: Pick<NoteName, "logId" | "size">, b: Pick<NoteName, "logId" | "size">): number {
  return a.logId - b.logId || a.size - b.size;
}
