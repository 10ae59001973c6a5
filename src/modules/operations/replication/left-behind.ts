import { readFileSync } from "node:fs";
import { SECOND_MS } from "../../../kit/clock.ts";

/** Litestream's own 5 s for its last sync, and a little; past that it is ended by force. */
export const STOP_MS = 8 * SECOND_MS;
const LOOK_MS = 20;

/** A Litestream as the server that started it wrote it down. */
interface Started {
  pid: number;
  /** Of that server. */
  server: number;
}

/** `unknown`: the system does not tell whether the process of this pid is the one that was started. */
export type Standing = "gone" | "left behind" | "another server's" | "unknown";

/**
 * How a Litestream stands that was started on this configuration. A pid may be anybody's by now: ours names the
 * configuration on its command line, and one that was left behind has lost the parent that started it.
 */
export function standingOf({ pid, server }: Started, configPath: string): Standing {
  if (processOf("self") === null) return send(pid, 0) ? "unknown" : "gone";
  const found = processOf(String(pid));
  if (found === null || !found.words.includes("replicate") || !found.words.includes(configPath))
    return "gone";
  return found.parent === server && server !== process.pid ? "another server's" : "left behind";
}

/** Lets one that was left behind send what it has, ends it by force where that takes long, and waits for its end. */
export async function endLeftBehind(started: Started, configPath: string): Promise<void> {
  const isThere = () => standingOf(started, configPath) === "left behind";
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!isThere()) return;
    send(started.pid, signal);
    for (let waited = 0; isThere() && waited < STOP_MS; waited += LOOK_MS) await Bun.sleep(LOOK_MS);
  }
  if (isThere()) throw new Error(`one that was left behind, pid ${started.pid}, does not end`);
}

/** False where there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** As Linux tells (proc(5)); null where there is no such process, or another system. */
function processOf(pid: string): { words: string[]; parent: number } | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return { words, parent: Number(parent) };
  } catch {
    return null;
  }
}
