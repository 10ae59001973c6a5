import { readFileSync } from "node:fs";

/** Milliseconds since the start of `boot`, including sleep. Only those of one boot can be compared. */
export interface Uptime {
  ms: number;
  boot: string;
}

const BOOT_ID = "/proc/sys/kernel/random/boot_id";
const UPTIME = "/proc/uptime";

/**
 * Time since the machine started, including sleep; setting the clock does not change it. Systems without Linux's files
 * count from the start of the process, so that no other process can compare.
 */
export function readUptime(): Uptime {
  const boot = bootId();
  if (boot === null)
    return { ms: performance.now(), boot: `process ${process.pid} of ${performance.timeOrigin}` };
  const [seconds = ""] = readFileSync(UPTIME, "utf8").split(" ", 1);
  return { ms: Number(seconds) * 1_000, boot };
}

let known: string | null | undefined;

/** Names the machine's present run: after a crash of a process alone, what it wrote is complete. Null if unknown. */
export function bootId(): string | null {
  known ??= readOrNull();
  return known;
}

function readOrNull(): string | null {
  try {
    return readFileSync(BOOT_ID, "utf8").trim();
  } catch {
    return null;
  }
}
