import { isoUtcOrNull } from "../../../kit/clock.ts";
import { type CheckOutcome, defineCheck, noData } from "../../platform/checks/index.ts";
import { LENIENT_WORDS } from "./describe.ts";
import type { LeaseKeeper } from "./keeper.ts";
import type { LeaseState } from "./model.ts";

const LEVELS: Record<LeaseState["kind"], CheckOutcome["status"]> = {
  unknown: "ok",
  held: "ok",
  none: "warn",
  unreachable: "bad",
  handed_over: "warn",
  lost: "bad",
};

/** Public texts, of which one goes on with what changes do: the store's own messages appear only in the log and in doctor. */
const MESSAGES: Record<LeaseState["kind"], string> = {
  unknown: "The lease has not been checked yet.",
  held: "This machine leads.",
  none: "The replica's store cannot prevent two machines from writing.",
  unreachable: "The replica's store cannot be reached: the lease is unconfirmed",
  handed_over: "This machine handed over its epoch and refuses changes.",
  lost: "Another machine leads: this one refuses changes.",
};

function describe(kind: LeaseState["kind"], isLenient: boolean, acceptsChanges: boolean): string {
  if (kind === "unreachable") {
    if (!acceptsChanges) return `${MESSAGES.unreachable}, and changes are refused until it is.`;
    return isLenient
      ? `${MESSAGES.unreachable}, and a promotion elsewhere would discard the changes that go on.`
      : `${MESSAGES.unreachable}, and changes are refused soon.`;
  }
  return kind === "held" && isLenient ? `${MESSAGES.held} ${LENIENT_WORDS}` : MESSAGES[kind];
}

interface LeaseCheckParts {
  lease: LeaseKeeper | null;
}

export const leaseCheck = defineCheck({
  name: "lease",
  slot: 12,
  title: "Lease",
  about: "The lease by which one machine alone accepts changes.",
  evidence: null,
  thresholds: {},
  runbook: {
    means:
      "Bad: another machine leads, or the replica's store cannot be reached to find out. Warn: this store cannot prevent two machines from writing, or this machine handed over its epoch.",
    steps: [
      "`salute doctor` names the cause, with the store's own message.",
      "Another machine leads: point clients at it and stop this server. Keep this directory: it may hold changes that the other machine lacks.",
      "Store unreachable: check the network, the store and its credentials. Changes are refused until the lease is confirmed, because another machine may lead by then, and continue by themselves. With `LEASE_LENIENT` they never stop, and a promotion elsewhere discards them.",
      "This machine is lost: run `salute promote --data DIR` on another one, unless a standby with `AUTO_PROMOTE` took over; see docs/operations.md.",
      "Planned move: run `salute switchover` here, then `salute promote --data DIR` there; nothing is lost.",
      "A standby falls behind: read its log, and see the check `backup` of the leader.",
    ],
  },
  look: ({ lease }: LeaseCheckParts): CheckOutcome => {
    if (lease === null) return noData("No replica is configured: this is the only machine.", {});
    const { standing, epoch, confirmedAt, parts } = lease;
    const acceptsChanges = lease.stopReason() === null;
    return {
      status: LEVELS[standing.kind],
      hasData: standing.kind !== "unknown",
      message: describe(standing.kind, parts.isLenient, acceptsChanges),
      observed: {
        standing: standing.kind,
        epoch,
        confirmed_at: isoUtcOrNull(confirmedAt),
        lease_seconds: parts.leaseSeconds,
        strict: parts.isStrict,
        lenient: parts.isLenient,
        accepts_changes: acceptsChanges,
      },
    };
  },
});
