/** How a queue in a file is worked off. */
interface Queue<Item> {
  /** What is due now, in its order; what an attempt took is not due again at once. */
  listDue: () => readonly Item[];
  mayGoOn: () => boolean;
  /** Whether it succeeded. */
  attempt: (item: Item) => Promise<boolean>;
}

/** Attempts what is due, one after another, until nothing is or it should stop. Returns how many succeeded. */
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
