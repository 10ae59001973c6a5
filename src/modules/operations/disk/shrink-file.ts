import type { Database } from "../../../db/database.ts";
import { type FilePages, giveBack, readPages } from "../../../db/migrations/free-pages.ts";
import { purgeInChunks } from "../../platform/retention/index.ts";

/** Free share of a file from which pages are given back. Less will be filled again by the next days' rows. */
export const SHRINK_SHARE = 0.25;
/** Free share that is left for them. */
const LEFT_SHARE = 0.1;
/** Below this many pages, 8 MiB, a file is left alone. */
const SMALL_PAGES = 2_000;
/** Rows in a portion of a retention per page in one of ours: a page is read, moved and written with its parent. */
const ROWS_PER_PAGE = 4;

export interface Shrunk {
  pages: number;
  bytes: number;
  /** Duration of the longest portion, during which no other change runs. */
  longestMs: number;
}

/** Pages that may go now; 0 while too few are free. */
export function pagesToGive({ pages, free, canShrink }: FilePages): number {
  if (!canShrink || pages < SMALL_PAGES || free < SHRINK_SHARE * pages) return 0;
  return Math.floor((free - LEFT_SHARE * pages) / (1 - LEFT_SHARE));
}

/** Gives a file's surplus of free pages back, in portions that leave the writer free for requests. */
export async function shrinkFile(db: Database, signal: AbortSignal): Promise<Shrunk> {
  const found = readPages(db.read);
  db.read.endSnapshot();
  let left = pagesToGive(found);
  let longestMs = 0;
  const pages = await purgeInChunks(
    db,
    (tx, chunk) => {
      if (left === 0) return 0;
      const startedAt = performance.now();
      const given = giveBack(tx, Math.min(left, Math.ceil(chunk / ROWS_PER_PAGE)));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      left = given === 0 ? 0 : left - given;
      return given;
    },
    signal,
  );
  return { pages, bytes: pages * found.pageBytes, longestMs };
}
