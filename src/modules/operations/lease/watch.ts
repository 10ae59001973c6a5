import type { Database } from "../../../db/database.ts";
import type { Actor } from "../../../http/operation.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { startPolling } from "../../../kit/poll.ts";
import { describeError, type Logger } from "../../../kit/process/log.ts";
import type { Running } from "../../module.ts";
import { endLeaseStop, type LeaseStop, readSafeMode, stopForLease } from "../../platform/state/index.ts";
import type { AlertContent, AlertDesk } from "../alerts/index.ts";
import type { LeaseKeeper } from "./keeper.ts";
import type { LeaseState } from "./model.ts";

export interface WatchParts {
  lease: LeaseKeeper | null;
  live: Database;
  alerts: AlertDesk;
  log: Logger;
}

const ACTOR: Actor = { kind: "command", name: "lease" };

/** A lease can run out while a look still waits for the store. */
const RECORD_MS = SECOND_MS;

/** Checks the lease three times per LEASE_SECONDS, and stops changes while this machine may not accept them. */
export function startLeaseWatch(parts: WatchParts): Running[] {
  const { lease, log } = parts;
  if (lease === null) return [];
  // A long start may have used up the confirmation that it began with.
  void lease
    .look()
    .then(() => applyStanding(parts, lease, "at start"))
    .catch((error) =>
      log.error("the standing of the lease was not recorded", { error: describeError(error) }),
    );
  const everyMs = (lease.parts.leaseSeconds * SECOND_MS) / 3;
  return [
    startPolling({ everyMs, what: "the lease", log, work: () => lease.look() }),
    startPolling({
      everyMs: RECORD_MS,
      what: "the standing of the lease",
      log,
      work: () => applyStanding(parts, lease, "later"),
    }),
  ];
}

/** Records the lease's standing in the database, for other processes of this directory and the next start. */
async function applyStanding(
  { live, alerts, log }: WatchParts,
  lease: LeaseKeeper,
  when: "at start" | "later",
): Promise<void> {
  const mode = readSafeMode(live.read);
  if (mode?.lease === "handed_over") await lease.checkHandOver();
  const reason = lease.stopReason();
  const { kind } = lease.standing;
  if (reason === null) {
    if (mode !== null && mode.lease !== null && mayEnd(mode.lease, kind, when))
      await live.writer.run((tx) => endLeaseStop(tx, ACTOR));
    return;
  }
  const stop: LeaseStop = kind === "lost" || kind === "handed_over" ? kind : "unconfirmed";
  if (mode?.lease === stop || mode?.lease === "lost") return;
  const isNew = await live.writer.run((tx) => {
    const isNew = stopForLease(tx, ACTOR, { lease: stop, reason: reason.replace(/\.$/, "") });
    if (isNew && stop === "lost")
      alerts.raise(tx, leaseAlert("another machine leads", reason, alerts.parts.baseUrl()));
    return isNew;
  });
  if (isNew) log.error("changes are stopped", { lease: reason });
}

/**
 * An unconfirmed lease may be confirmed at any time. The other stops end only at a start that finds the lease held: the
 * directory then has another replica, or a handover was interrupted.
 */
function mayEnd(stop: LeaseStop, kind: LeaseState["kind"], when: "at start" | "later"): boolean {
  return stop === "unconfirmed" || (when === "at start" && kind === "held");
}

/** Alert about a change of the leader. */
export function leaseAlert(title: string, message: string, baseUrl: string): AlertContent {
  return {
    type: "leader.changed",
    title,
    lines: [message, `What to do: ${baseUrl}/admin/alerts#lease`],
    overall: null,
    changes: [],
    checks: {},
  };
}
