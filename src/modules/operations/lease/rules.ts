/** Object names and URLs of the lease; pure functions. */

/** Replica URL of an epoch below the configured URL, whose query is kept; epoch 0 is at the URL itself. */
export function epochUrl(base: string, epoch: number): string {
  if (epoch === 0) return base;
  const [path = "", query] = base.split("?", 2);
  return `${path.replace(/\/+$/, "")}/e${epoch}${query === undefined ? "" : `?${query}`}`;
}

/** Folder of an epoch's replicas. */
export function epochFolder(epoch: number): string {
  return epoch === 0 ? "" : `e${epoch}/`;
}

/** Name of an epoch's claim; `epoch/` holds nothing else. */
export function claimName(epoch: number): string {
  return `epoch/${epoch}.json`;
}

/** Name of an epoch's handover mark. */
export function handOverName(epoch: number): string {
  return `lease/handed-over-${epoch}.json`;
}

/** Name of the renewal of an epoch's lease. */
export function renewalName(epoch: number): string {
  return `lease/renewed-${epoch}.json`;
}

/** Folder of an epoch's notes of the log, beside the log's replica. */
export function notesFolder(epoch: number): string {
  return `${epochFolder(epoch)}log-notes/`;
}

/** A range of transactions, both inclusive. */
type Transactions = readonly [first: number, last: number];

/** The transactions in a file of a replica; null for a file of another name. */
export function transactionsIn(name: string): Transactions | null {
  const [, first, last] = /^([0-9a-f]{16})-([0-9a-f]{16})\.ltx$/.exec(name) ?? [];
  return first === undefined || last === undefined
    ? null
    : [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/**
 * The first transactions that stand between a replica's newest snapshot and its last file, and in none; null if a
 * restore reaches the last.
 */
export function missingIn(
  changes: readonly Transactions[],
  snapshots: readonly Transactions[],
): Transactions | null {
  let reached = Math.max(0, ...snapshots.map(([, last]) => last));
  for (const [first, last] of [...changes].sort(([a], [b]) => a - b)) {
    if (first > reached + 1) return [reached + 1, first - 1];
    reached = Math.max(reached, last);
  }
  return null;
}

/** Newest epoch among names of claims; 0 without any. */
export function parseNewestEpoch(names: readonly string[]): number {
  const epochs = names.map((name) => Number(/^epoch\/([1-9]\d{0,8})\.json$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...epochs);
}

/** Replica URL without options and trailing slashes, for comparison. */
export function replicaLocation(url: string): string {
  return (url.split("?", 1)[0] ?? "").replace(/\/+$/, "");
}
