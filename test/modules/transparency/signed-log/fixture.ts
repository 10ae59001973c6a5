import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appendToLog, jsonItem } from "../../../../src/modules/transparency/signed-log/index.ts";
import type { Call } from "../../../harness/app/caller.ts";
import type { World } from "../../../harness/app/world.ts";

/** Logs so many objects, each with a number of its own, in one commit. */
export async function logNumbers(world: World, from: number, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, at) =>
    jsonItem("number", { number: from + at }, world.clock.now(), 7n),
  );
  await appendToLog(world.services.signedLog, items);
}

/** Bytes of a path of the service; fails where it does not answer 200. */
export function getter(call: Call): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const { status, bytes } = await call("GET", path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return bytes;
  };
}

/** Puts an entry far out into a log, as if all before it were there: what no test has the time to add. */
export async function placeFarEntry(world: World, logId: number, index: number): Promise<void> {
  const { writer } = world.services.signedLog.db;
  await writer.run((tx) => {
    tx.run("INSERT OR IGNORE INTO log_objects VALUES (?, 'text/plain', 0, x'00')", "0".repeat(64));
    tx.run("INSERT INTO log_entries VALUES (?, ?, 'far', ?, 0, 'far')", logId, index, "0".repeat(64));
    tx.run("INSERT INTO log_nodes VALUES (?, 0, ?, zeroblob(32))", logId, index);
  });
}

export async function readText(world: World, path: string): Promise<string> {
  return new TextDecoder().decode(await getter(world.call)(path));
}

/**
 * The verifier as readers get it: the served text, imported from a file that stands alone, so that it cannot lean on
 * anything of ours.
 */
// biome-ignore lint/suspicious/noExplicitAny: a JavaScript module of the browser, whose functions tests call
export async function servedVerifier(world: World): Promise<any> {
  const path = join(world.dataDir, `verifier-${crypto.randomUUID()}.mjs`);
  writeFileSync(path, await readText(world, "/log/verifier.js"));
  try {
    return await import(path);
  } finally {
    rmSync(path);
  }
}
