import { readFileSync } from "node:fs";
import { SECOND_MS } from "../../../kit/clock.ts";

/** Litestream's 5 s for its last sync plus a margin; after that it is killed. */
export const STOP_TIMEOUT_MS = 8 * SECOND_MS;
const LOOK_MS = 20;

/** A Litestream process, as recorded by the server that started it. */
interface RecordedProcess {
  pid: number;
  /** Pid of that server. */
  server: number;
}

/** `unknown`: the system cannot tell whether the pid still belongs to that process. */
export type ProcessState = "gone" | "orphaned" | "another server's" | "unknown";

/**
 * State of a recorded Litestream process. Its pid may have been reused: ours has the configuration's path on its
 * command line, and an orphan has lost the parent that started it.
 */
export function processState({ pid, server }: RecordedProcess, configPath: string): ProcessState {
  if (readProcess("self") === null) return send(pid, 0) ? "unknown" : "gone";
  const found = readProcess(String(pid));
  if (found === null || !found.words.includes("replicate") || !found.words.includes(configPath))
    return "gone";
  return found.parent === server && server !== process.pid ? "another server's" : "orphaned";
}

/** Terminates an orphan after its last sync, kills it if that takes too long, and waits until it has exited. */
export async function stopOrphan(started: RecordedProcess, configPath: string): Promise<void> {
  const isRunning = () => processState(started, configPath) === "orphaned";
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    if (!isRunning()) return;
    send(started.pid, signal);
    for (let waited = 0; isRunning() && waited < STOP_TIMEOUT_MS; waited += LOOK_MS) await Bun.sleep(LOOK_MS);
  }
  if (isRunning()) throw new Error(`an orphaned Litestream, pid ${started.pid}, does not exit`);
}

/** Returns false if the process does not exist. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/**
 * Command line and parent of a process from /proc (proc(5)); null if there is no such process, or on systems other than
 * Linux.
 */
function readProcess(pid: string): { words: string[]; parent: number } | null {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return { words, parent: Number(parent) };
  } catch {
    return null;
  }
}
