import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appendToLog, jsonItem } from "../../../../src/modules/transparency/signed-log/index.ts";
import type { Call } from "../../../harness/app/caller.ts";
import type { World } from "../../../harness/app/world.ts";

/** Logs `count` objects with consecutive numbers in one commit. */
export async function logNumbers(world: World, from: number, count: number): Promise<void> {
  const items = Array.from({ length: count }, (_, at) => ({
    ...jsonItem("number", { number: from + at }, world.clock.now()),
    slot: 7n,
  }));
  await appendToLog(world.services.signedLog, items);
}

/** Returns a function that fetches a path's bytes and throws unless the status is 200. */
export function getter(call: Call): (path: string) => Promise<Uint8Array> {
  return async (path) => {
    const { status, bytes } = await call("GET", path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return bytes;
  };
}

/** Inserts an entry at a high index as if all earlier ones existed, since adding them would take too long. */
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
 * The verifier as downloaded by readers: the served text, imported from a separate file, so that it cannot depend on
 * other modules.
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
