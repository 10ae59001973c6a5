import type { InFlight } from "../http/in-flight.ts";
import { SECOND_MS } from "../kit/clock.ts";

const LOOK_EVERY_MS = SECOND_MS;
/** Requests between two looks that still count as rest: probes of a load balancer and of monitors. */
const RESTING_REQUESTS = 2;
/** Processor time in microseconds per interval above which the server counts as busy: half of a core. */
const BUSY_MICROSECONDS = 500_000;
/** Requests after which a collection is worth its pause of 20 to 40 ms. */
const WORTH_COLLECTING = 1_000;
/** How much longer the compiler waits at rest: what only the jobs of each minute call stays interpreted. */
const RESTING_JIT_SCALE = 100;
/** Requests since the last look that end the compiler's rest at once, so that no burst is interpreted for a second. */
const BURST_REQUESTS = 20;

/**
 * Saves memory while the server rests. Memory is returned to the system once after the start, whose code and objects are
 * never needed again, and after each load: the collector alone keeps the heap at the size that the last burst needed, and
 * SQLite each page that it read. And the compiler waits longer, until there is a load again.
 */
export function saveMemoryAtRest(inFlight: InFlight, releasePages: () => void): { stop(): void } {
  let atLastLook = inFlight.total;
  let processor = process.cpuUsage();
  let atLastRelease: number | null = null;
  let scale: number | null = null;

  function scaleCompiler(wanted: number): void {
    if (wanted !== scale) Bun.unsafe.setJITPolicy(wanted);
    scale = wanted;
  }

  const look = setInterval(() => {
    const isAtRest = inFlight.count === 0 && inFlight.total - atLastLook <= RESTING_REQUESTS;
    atLastLook = inFlight.total;
    const { user, system } = process.cpuUsage(processor);
    processor = process.cpuUsage();
    scaleCompiler(isAtRest && user + system < BUSY_MICROSECONDS ? RESTING_JIT_SCALE : 1);
    inFlight.callAt(atLastLook + BURST_REQUESTS, () => scaleCompiler(1));
    if (!isAtRest) return;
    if (atLastRelease === null) Bun.shrink();
    if (atLastRelease !== null && inFlight.total - atLastRelease < WORTH_COLLECTING) return;
    // Release pages before the collection, so that it can return their memory too.
    releasePages();
    Bun.gc(true);
    atLastRelease = inFlight.total;
  }, LOOK_EVERY_MS);
  look.unref();
  return { stop: () => clearInterval(look) };
}
