import { hostname } from "node:os";
import type { LeaseState } from "./model.ts";

/** Describes a standing for operators in one or two sentences. */
export function describeStanding(standing: LeaseState, epoch: number): string {
  switch (standing.kind) {
    case "held":
      return `This machine leads epoch ${epoch}.`;
    case "unknown":
      return "The lease has not been checked yet.";
    case "none":
      return `There is no lease: ${standing.reason}.`;
    case "unreachable":
      return `The lease of epoch ${epoch} cannot be confirmed: ${standing.reason}.`;
    case "handed_over":
      return `Epoch ${epoch} was handed over at ${standing.at}: run salute promote on the next leader.`;
    case "lost":
      return `Another machine${standing.host === null ? "" : ` (${standing.host})`} has led since ${standing.at ?? "an unknown time"}: it claimed epoch ${standing.epoch}, and this directory has epoch ${epoch}.`;
  }
}

/** The price of LEASE_LENIENT, for pages and doctor. */
export const LENIENT_WORDS =
  "LEASE_LENIENT is set: cut off from the store, this machine goes on accepting changes, and a promotion elsewhere discards them.";

interface Described {
  standing: LeaseState;
  epoch: number;
  parts: { isLenient: boolean };
}

/** Names this machine and describes its lease; null without a replica. */
export function describeMachine(lease: Described | null): string | null {
  if (lease === null) return null;
  const words = `Machine ${hostname()}: ${describeStanding(lease.standing, lease.epoch)}`;
  return lease.parts.isLenient ? `${words} ${LENIENT_WORDS}` : words;
}
