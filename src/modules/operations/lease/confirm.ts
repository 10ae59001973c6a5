import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import type { LeaseKeeper } from "./keeper.ts";

/** Fails if the lease ran out between the check of a change and its acknowledgement. @throws Problem safe_mode */
export function createExpiryCheck(lease: LeaseKeeper): () => Promise<void> {
  return async () => refuseInSafeMode(lease.stopReason());
}

/**
 * For LEASE_STRICT. The returned function resolves once the replica holds every commit made before the call and this
 * machine still led afterwards. A promotion claims its epoch before it reads the replica, so it finds everything
 * confirmed. Calls during a confirmation share the next one. The function throws Problem safe_mode if the lease or the
 * replica cannot be confirmed, at once while the lease is known to permit no changes.
 */
export function createConfirmation(lease: LeaseKeeper, sync: () => Promise<void>): () => Promise<void> {
  const confirm = async () => {
    // The lease's watch sees its return; meanwhile nobody waits for a store that is out of reach.
    refuseInSafeMode(lease.stopReason());
    try {
      await sync();
      await lease.requireHeld();
    } catch (error) {
      refuseInSafeMode(
        lease.stopReason() ?? `the replica could not confirm the change: ${(error as Error).message}`,
      );
    }
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        running = confirm();
        return running;
      });
    return next;
  };
}
