/** Parameters of a list in the page's address. Undefined and empty ones are absent. */
export type ListQuery = Readonly<Record<string, string | number | undefined>>;

/** The address of a list with its parameters: filters, order, columns and page. */
export class ListAddress {
  readonly query: ListQuery;

  /** @param defaults values that the address leaves out */
  constructor(
    readonly path: string,
    query: ListQuery,
    defaults: ListQuery = {},
  ) {
    this.query = Object.fromEntries(
      Object.entries(query).filter(([name, value]) => value !== defaults[name]),
    );
  }

  /** The address with some parameters changed; undefined removes one. */
  with(changes: ListQuery): string {
    const given = Object.entries({ ...this.query, ...changes }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    return query.size === 0 ? this.path : `${this.path}?${query}`;
  }

  /** A parameter as text; undefined if it is absent. */
  text(name: string): string | undefined {
    return this.query[name]?.toString();
  }
}

/** The parameter and value of the next page of a list that the API pages; null on the last one. */
export function nextPage({
  next_offset: offset,
  next_cursor: cursor,
}: {
  next_offset: number | null;
  next_cursor: string | null;
}): [parameter: string, value: string | number] | null {
  if (offset !== null) return ["offset", offset];
  return cursor === null ? null : ["cursor", cursor];
}
