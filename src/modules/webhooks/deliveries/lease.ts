import { hostname } from "node:os";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";

/** Who sends, as its leases name it: no two senders are alike, and a crash can be told from a neighbour. */
export function newLeaseId(): string {
  return `${hostname()}:${process.pid}:${randomHex(4, systemRandom)}`;
}

/**
 * Whether the sender of a lease is known to be dead: a process of this machine that is no more, or an earlier life of
 * this very process id. Of other machines nothing is known; their leases run out.
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

/** Signal 0 is sent to nobody: it only asks. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
