import { hostname } from "node:os";
import { randomHex } from "../../../../kit/ids.ts";
import { systemRandom } from "../../../../kit/random.ts";

/** The sender's name in its leases: unique per process and start. */
export function newLeaseId(): string {
  return `${hostname()}:${process.pid}:${randomHex(4, systemRandom)}`;
}
