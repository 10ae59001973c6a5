/** Which rows of a list a page begins with, and how many. */
export interface PagePosition {
  limit: number;
  offset: number;
  /** The previous page's last id; null on the first page or when paging by offset. */
  after: number | null;
}

/**
 * An opaque paging cursor: the last id of a page, bound to its filters.
 * @param filters a stable text of the filters; the cursor is refused with others.
 */
export function encodeCursor(lastId: number, filters: string): string {
  return Buffer.from(`${lastId}.${fingerprint(filters)}`).toString("base64url");
}

/** The id in a cursor; null if it is malformed or was made for other filters. */
export function decodeCursor(cursor: string, filters: string): number | null {
  const match = /^(\d{1,16})\.([0-9a-z]+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!match || match[2] !== fingerprint(filters)) return null;
  return Number(match[1]);
}

function fingerprint(filters: string): string {
  return Bun.hash.xxHash64(filters).toString(36);
}
