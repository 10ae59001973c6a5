import { hostname } from "node:os";
import { randomHex } from "../../../../kit/ids.ts";
import { systemRandom } from "../../../../kit/random.ts";

/** The sender's name in its leases: unique per process, so that a crashed sender can be told from a running one. */
export function newLeaseId(): string {
  return `${hostname()}:${process.pid}:${randomHex(4, systemRandom)}`;
}

/**
 * Whether the sender of a lease is known to be dead: an ended process of this machine, or an earlier process with
 * this process's id. Senders on other machines are unknown; their leases expire.
 */
export function isHolderDead(
  leaseId: string,
  own: string,
  isAlive: (pid: number) => boolean = isRunning,
): boolean {
  const [host, pid] = leaseId.split(":");
  if (leaseId === own || host !== hostname()) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/** Signal 0 is not delivered: it only tests whether the process exists. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
