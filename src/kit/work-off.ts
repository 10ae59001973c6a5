/** How a queue in a file is worked off. */
interface Queue<Item> {
  /** Due items in order; an attempted item is not due again at once. */
  listDue: () => readonly Item[];
  mayGoOn: () => boolean;
  /** Whether it succeeded. */
  attempt: (item: Item) => Promise<boolean>;
}

/** Attempts due items one after another, until none is left or `mayGoOn` says no. Returns the number of successes. */
export async function workOff<Item>({ listDue, mayGoOn, attempt }: Queue<Item>): Promise<number> {
  let succeeded = 0;
  for (;;) {
    const due = listDue();
    if (due.length === 0) return succeeded;
    for (const item of due) {
      if (!mayGoOn()) return succeeded;
      if (await attempt(item)) succeeded++;
    }
  }
}
