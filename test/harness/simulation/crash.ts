import type { SqlValue, Tx } from "../../../src/db/sql.ts";
import type { World } from "../app/world.ts";

/** Whether the commit at which the process ends reaches the file. */
export type CrashMoment = "before" | "after";

/**
 * Ends the process, as far as live.db can tell, before or after a commit from now: that commit's callers get no answer,
 * and nothing is written until the world restarts. Returns whether it has come to that.
 */
export async function crashAtCommit(world: World, when: CrashMoment, commits = 1): Promise<() => boolean> {
  const [tx] = await world.services.live.writer.run((each): [Tx] => [each]);
  const run = tx.run.bind(tx);
  let left = commits;
  const end = () => {
    throw new Error("the process has ended");
  };
  tx.run = (text: string, ...values: SqlValue[]) => {
    if (left === 0 && text === "BEGIN IMMEDIATE") return end();
    if (text !== "COMMIT" || left === 0 || --left > 0) return run(text, ...values);
    if (when === "after") run(text);
    return end();
  };
  return () => left === 0;
}
