/** Names and addresses of the lease: decisions without input or output. */

/** The replica of an epoch, under the configured address, which may carry a query; epoch 0 is at the address itself. */
export function epochUrl(base: string, epoch: number): string {
  if (epoch === 0) return base;
  const [path = "", query] = base.split("?", 2);
  return `${path.replace(/\/+$/, "")}/e${epoch}${query === undefined ? "" : `?${query}`}`;
}

/** Where an epoch is claimed; `epoch/` holds nothing else. */
export function claimName(epoch: number): string {
  return `epoch/${epoch}.json`;
}

/** Where the leader of an epoch says that it has handed it over. */
export function handOverName(epoch: number): string {
  return `lease/handed-over-${epoch}.json`;
}

/** Where the notes of an epoch's log are kept, beside the replica of the log. */
export function notesFolder(epoch: number): string {
  return epoch === 0 ? "log-notes/" : `e${epoch}/log-notes/`;
}

/** The newest epoch among the names of claims; 0 where there is none. */
export function newestOf(names: readonly string[]): number {
  const epochs = names.map((name) => Number(/^epoch\/([1-9]\d{0,8})\.json$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...epochs);
}

/** What a replica's address is compared by: options and a slash at its end name no other place. */
export function placeOf(url: string): string {
  return (url.split("?", 1)[0] ?? "").replace(/\/+$/, "");
}
