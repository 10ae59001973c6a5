import type { InFlight } from "../http/in-flight.ts";
import { SECOND_MS } from "../kit/clock.ts";

const LOOK_EVERY_MS = SECOND_MS;
/** Requests between two looks that still count as rest: probes of a load balancer and of monitors. */
const RESTING_REQUESTS = 2;
/** Requests after which a collection is worth its pause of 20 to 40 ms. */
const WORTH_COLLECTING = 1_000;

/**
 * Returns memory to the system while the server rests: once after the start, whose code and objects are never needed
 * again, and after each load. The collector alone keeps the heap at the size that the last burst needed, and SQLite each
 * page that it read.
 */
export function releaseMemoryAtRest(inFlight: InFlight, releasePages: () => void): { stop(): void } {
  let atLastLook = inFlight.total;
  let atLastRelease: number | null = null;
  const look = setInterval(() => {
    const isAtRest = inFlight.count === 0 && inFlight.total - atLastLook <= RESTING_REQUESTS;
    atLastLook = inFlight.total;
    if (!isAtRest) return;
    if (atLastRelease === null) Bun.shrink();
    if (atLastRelease !== null && inFlight.total - atLastRelease < WORTH_COLLECTING) return;
    // First: the collection also returns what they occupied.
    releasePages();
    Bun.gc(true);
    atLastRelease = inFlight.total;
  }, LOOK_EVERY_MS);
  look.unref();
  return { stop: () => clearInterval(look) };
}
