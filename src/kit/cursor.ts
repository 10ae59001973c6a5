/**
 * An opaque paging cursor: the id that the last page ended on, bound to the filters it was made for.
 * @param filters a stable text of those filters; a cursor used with others is refused.
 */
export function encodeCursor(lastId: number, filters: string): string {
  return Buffer.from(`${lastId}.${fingerprint(filters)}`).toString("base64url");
}

/** The id inside a cursor, or null where it is malformed or was made for other filters. */
export function decodeCursor(cursor: string, filters: string): number | null {
  const match = /^(\d{1,16})\.([0-9a-z]+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (!match || match[2] !== fingerprint(filters)) return null;
  return Number(match[1]);
}

function fingerprint(filters: string): string {
  return Bun.hash.xxHash64(filters).toString(36);
}
