/** Which rows of a list a page begins with, and how many. */
export interface PagePosition {
  limit: number;
  offset: number;
  /** The previous page's last id; null on the first page or when paging by offset. */
  after: number | null;
}

/** Where a list continues. */
export interface Continuation {
  /** The last id that was listed or examined. */
  after: number;
  /** Rows that are still to be skipped: a page by offset ended before it had skipped them all. */
  offset: number;
}

/**
 * An opaque paging cursor, bound to the list's filters.
 * @param filters a stable text of the filters; the cursor is refused with others.
 */
export function encodeCursor({ after, offset }: Continuation, filters: string): string {
  const position = offset === 0 ? `${after}` : `${after}+${offset}`;
  return Buffer.from(`${position}.${fingerprint(filters)}`).toString("base64url");
}

/** Where a cursor continues; null if it is malformed or was made for other filters. */
export function decodeCursor(cursor: string, filters: string): Continuation | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const match = /^(\d{1,16})(?:\+(\d{1,6}))?\.([0-9a-z]+)$/.exec(text);
  if (!match || match[3] !== fingerprint(filters)) return null;
  return { after: Number(match[1]), offset: Number(match[2] ?? 0) };
}

function fingerprint(filters: string): string {
  return Bun.hash.xxHash64(filters).toString(36);
}
