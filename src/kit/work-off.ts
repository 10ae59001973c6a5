/** A queue in a database. */
interface Queue<Item> {
  /** Due items in order; an attempted item is not immediately due again. */
  listDue: () => readonly Item[];
  /** Whether the next item may be attempted. */
  mayGoOn: (next: Item) => boolean;
  /** Returns whether it succeeded. */
  attempt: (item: Item) => Promise<boolean>;
}

/** Attempts due items one by one, until none is left or `mayGoOn` returns false for the next. Returns the number of successes. */
export async function workOff<Item>({ listDue, mayGoOn, attempt }: Queue<Item>): Promise<number> {
  let succeeded = 0;
  for (;;) {
    const due = listDue();
    if (due.length === 0) return succeeded;
    for (const item of due) {
      if (!mayGoOn(item)) return succeeded;
      if (await attempt(item)) succeeded++;
    }
  }
}
