import { isoUtcOrNull } from "../../../kit/clock.ts";
import { type CheckOutcome, defineCheck } from "../../platform/checks/index.ts";
import type { LeaseKeeper } from "./keeper.ts";
import type { Standing } from "./model.ts";

const LEVELS: Record<Standing["kind"], CheckOutcome["status"]> = {
  unknown: "ok",
  held: "ok",
  none: "warn",
  unreachable: "bad",
  handed_over: "warn",
  lost: "bad",
};

/** Public: the store's own words stay in the log and with doctor. */
const MESSAGES: Record<Standing["kind"], string> = {
  unknown: "The lease has not been looked at yet.",
  held: "This machine leads.",
  none: "The replica's store cannot keep two machines apart.",
  unreachable: "The replica's store does not answer: the lease cannot be confirmed.",
  handed_over: "This machine handed its epoch over, and takes no changes.",
  lost: "Another machine leads: this one takes no changes.",
};

interface LeaseCheckParts {
  lease: LeaseKeeper | null;
}

export const leaseCheck = defineCheck({
  name: "lease",
  slot: 12,
  title: "Lease",
  evidence: null,
  thresholds: {},
  runbook: {
    means:
      "Bad: another machine leads, or the replica's store cannot be reached, so that nobody knows. Warn: this store cannot keep two machines apart, or this machine handed its epoch over.",
    steps: [
      "`salute doctor` says which of these it is, with the store's own words.",
      "Another machine leads: point clients at it, keep this directory for a look at what only it holds, and stop this server.",
      "Store out of reach: look at the network, the store and its credentials. Without `LEASE_STRICT` changes go on, and a promotion elsewhere would discard them.",
      "This machine is lost: `salute promote --data DIR` on another one, as docs/operations.md tells.",
      "A planned move: `salute switchover` here, then `salute promote --data DIR` there; nothing is lost.",
      "A standby that falls behind: look at its log, and at the check `backup` of the leader.",
    ],
  },
  look: ({ lease }: LeaseCheckParts): CheckOutcome => {
    if (lease === null)
      return { status: "ok", message: "No replica is configured: there is one machine.", observed: {} };
    const { standing, epoch, confirmedAt, parts } = lease;
    return {
      status: LEVELS[standing.kind],
      message: MESSAGES[standing.kind],
      observed: {
        standing: standing.kind,
        epoch,
        confirmed_at: isoUtcOrNull(confirmedAt),
        lease_seconds: parts.leaseSeconds,
        strict: parts.isStrict,
      },
    };
  },
});
