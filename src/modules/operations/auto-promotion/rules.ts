/** Whether a standby takes over by itself; pure functions. */

/** What a standby knows of the leader, itself and the replica. */
export interface Situation {
  /** Why the replica's store does not tell whether the leader leads; null if it does. */
  storeFault: string | null;
  /** Seconds without a renewal of the lease, for which the store answered; null if the leader never renewed it. */
  silentSeconds: number | null;
  /** Whether the leader handed its epoch over (salute switchover). */
  isHandedOver: boolean;
  /** Why the witness keeps this standby from taking over; null without a witness, or if it does not see the leader. */
  witnessed: string | null;
  /** Seconds since the newest promotion; null before the first. */
  promotedAgoSeconds: number | null;
  /** The store's clock minus this machine's, in seconds; null if the store names no time. */
  skewSeconds: number | null;
  /** The proof of the replica by a restore. */
  proof: "none" | "proved" | { fault: string };
}

export interface Limits {
  leaseSeconds: number;
  /** AUTO_PROMOTE_AFTER_SECONDS. */
  afterSeconds: number;
  /** AUTO_PROMOTE_COOLDOWN_SECONDS. */
  cooldownSeconds: number;
}

export const VERDICTS = [
  "store_silent",
  "never_renewed",
  "leader_seen",
  "expiring",
  "witness",
  "cooldown",
  "clock",
  "unproved",
  "proving",
  "promote",
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Verdicts for which a lost leader is not replaced, so that operators have to decide. */
export const HELD_BACK: readonly Verdict[] = ["witness", "cooldown", "clock", "unproved"];

export interface Judged {
  verdict: Verdict;
  /** The reason, as a sentence. */
  words: string;
}

/** Verdicts for which a standby cannot know whether a leader is lost. */
export const BLIND: readonly Verdict[] = ["store_silent", "never_renewed"];

/** Clocks further apart than this are not trusted: claims and requests are dated. */
export const MAX_SKEW_SECONDS = 5;

/**
 * Share of LEASE_SECONDS without a renewal after which the replica is proved, so that nothing waits for it later. A
 * leader renews its lease every third of that time.
 */
const SUSPICION_SHARE = 1 / 2;

export function judge(situation: Situation, limits: Limits): Judged {
  const { storeFault, silentSeconds, isHandedOver } = situation;
  if (storeFault !== null)
    return {
      verdict: "store_silent",
      words: `The replica's store does not tell whether the leader leads: ${storeFault}.`,
    };
  if (isHandedOver) return obstacleOf(situation, limits) ?? HANDED_OVER;
  if (silentSeconds === null)
    return {
      verdict: "never_renewed",
      words: "The leader has never renewed its lease in the store: it is starting, or runs an older release.",
    };
  const silence = `${Math.floor(silentSeconds)} s ago`;
  if (silentSeconds < limits.leaseSeconds)
    return { verdict: "leader_seen", words: `The leader last renewed its lease ${silence}.` };
  if (silentSeconds < limits.leaseSeconds + limits.afterSeconds)
    return {
      verdict: "expiring",
      words: `The lease is expired: the leader last renewed it ${silence}, and a promotion waits for ${limits.leaseSeconds + limits.afterSeconds} s.`,
    };
  return (
    obstacleOf(situation, limits) ?? {
      verdict: "promote",
      words: `The lease is expired: the leader last renewed it ${silence}.`,
    }
  );
}

const HANDED_OVER: Judged = { verdict: "promote", words: "The leader handed its epoch over." };

/** What keeps a standby from taking over although nobody leads; null if nothing does. */
function obstacleOf(
  { witnessed, promotedAgoSeconds, skewSeconds, proof, isHandedOver }: Situation,
  { cooldownSeconds }: Limits,
): Judged | null {
  if (witnessed !== null && !isHandedOver) return { verdict: "witness", words: witnessed };
  if (promotedAgoSeconds !== null && promotedAgoSeconds < cooldownSeconds && !isHandedOver)
    return {
      verdict: "cooldown",
      words: `The last promotion was ${Math.floor(promotedAgoSeconds)} s ago, and the next one waits for ${cooldownSeconds} s.`,
    };
  if (skewSeconds !== null && Math.abs(skewSeconds) > MAX_SKEW_SECONDS)
    return {
      verdict: "clock",
      words: `This machine's clock is ${Math.round(Math.abs(skewSeconds))} s ${skewSeconds > 0 ? "behind" : "ahead of"} the store's.`,
    };
  if (proof === "none") return { verdict: "proving", words: "The replica is being restored and proved." };
  if (proof !== "proved")
    return { verdict: "unproved", words: `The replica is not proved: ${proof.fault.replace(/\.$/, "")}.` };
  return null;
}

/** Whether the replica is to be proved now, before a promotion may need it. */
export function isSuspicious(
  { storeFault, silentSeconds, isHandedOver }: Situation,
  { leaseSeconds }: Limits,
): boolean {
  if (storeFault !== null) return false;
  return isHandedOver || (silentSeconds !== null && silentSeconds >= leaseSeconds * SUSPICION_SHARE);
}
