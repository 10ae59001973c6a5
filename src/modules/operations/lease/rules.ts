/** Object names and URLs of the lease; pure functions. */

/** Replica URL of an epoch below the configured URL, whose query is kept; epoch 0 is at the URL itself. */
export function epochUrl(base: string, epoch: number): string {
  if (epoch === 0) return base;
  const [path = "", query] = base.split("?", 2);
  return `${path.replace(/\/+$/, "")}/e${epoch}${query === undefined ? "" : `?${query}`}`;
}

/** Name of an epoch's claim; `epoch/` holds nothing else. */
export function claimName(epoch: number): string {
  return `epoch/${epoch}.json`;
}

/** Name of an epoch's handover mark. */
export function handOverName(epoch: number): string {
  return `lease/handed-over-${epoch}.json`;
}

/** Folder of an epoch's notes of the log, beside the log's replica. */
export function notesFolder(epoch: number): string {
  return epoch === 0 ? "log-notes/" : `e${epoch}/log-notes/`;
}

/** Newest epoch among names of claims; 0 without any. */
export function newestOf(names: readonly string[]): number {
  const epochs = names.map((name) => Number(/^epoch\/([1-9]\d{0,8})\.json$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...epochs);
}

/** Replica URL without options and trailing slashes, for comparison. */
export function replicaLocation(url: string): string {
  return (url.split("?", 1)[0] ?? "").replace(/\/+$/, "");
}
