import { expect, test } from "bun:test";
import {
  isSuspicious,
  judge,
  type Limits,
  type Situation,
  type Verdict,
} from "../../../../src/modules/operations/auto-promotion/rules.ts";

const LIMITS: Limits = { leaseSeconds: 15, afterSeconds: 10, cooldownSeconds: 600 };

/** A leader that is lost, and nothing that keeps a standby from taking over. */
const LOST: Situation = {
  storeFault: null,
  silentSeconds: 25,
  isHandedOver: false,
  witnessed: null,
  promotedAgoSeconds: 600,
  skewSeconds: 5,
  proof: "proved",
};

test.each<[Partial<Situation>, Verdict, string]>([
  [{}, "promote", "last renewed it 25 s ago"],
  [{ promotedAgoSeconds: null, skewSeconds: null }, "promote", "expired"],
  // The lease.
  [{ silentSeconds: 0 }, "leader_seen", "last renewed its lease 0 s ago"],
  [{ silentSeconds: 14.99 }, "leader_seen", "14 s ago"],
  [{ silentSeconds: 15 }, "expiring", "waits for 25 s"],
  [{ silentSeconds: 24.99 }, "expiring", "24 s ago"],
  [{ silentSeconds: null }, "never_renewed", "never renewed"],
  // Nothing is concluded from a store that does not answer, however long the leader has been silent.
  [{ storeFault: "the store does not answer in time" }, "store_silent", "does not answer in time"],
  [{ storeFault: "out", isHandedOver: true }, "store_silent", "out"],
  // What keeps a standby back although the lease is expired.
  [{ witnessed: "The witness sees a machine that leads." }, "witness", "The witness sees"],
  [{ promotedAgoSeconds: 599.9 }, "cooldown", "599 s ago, and the next one waits for 600 s"],
  [{ promotedAgoSeconds: 0 }, "cooldown", "0 s ago"],
  [{ skewSeconds: 5.1 }, "clock", "5 s behind the store's"],
  [{ skewSeconds: -90 }, "clock", "90 s ahead of the store's"],
  [{ proof: { fault: "file is not a database" } }, "unproved", "not proved: file is not a database."],
  [{ proof: "none" }, "proving", "being restored"],
  // The first of several is named.
  [{ witnessed: "seen", promotedAgoSeconds: 0, proof: "none" }, "witness", "seen"],
  [{ promotedAgoSeconds: 0, skewSeconds: 90 }, "cooldown", "0 s"],
  [{ skewSeconds: 90, proof: "none" }, "clock", "90 s"],
  // A handover needs no time, and asks nobody.
  [{ isHandedOver: true, silentSeconds: 0 }, "promote", "handed its epoch over"],
  [
    { isHandedOver: true, silentSeconds: null, witnessed: "seen", promotedAgoSeconds: 1 },
    "promote",
    "handed",
  ],
  [{ isHandedOver: true, proof: "none" }, "proving", "being restored"],
  [{ isHandedOver: true, skewSeconds: 90 }, "clock", "90 s"],
])("%j: %s", (found, verdict, words) => {
  const judged = judge({ ...LOST, ...found }, LIMITS);
  expect(judged.verdict).toBe(verdict);
  expect(judged.words).toContain(words);
});

test("without a time of its own, an expired lease is enough, and nothing before it is", () => {
  const limits = { ...LIMITS, afterSeconds: 0, cooldownSeconds: 0 };
  expect(judge({ ...LOST, silentSeconds: 15, promotedAgoSeconds: 0 }, limits).verdict).toBe("promote");
  expect(judge({ ...LOST, silentSeconds: 14.9, promotedAgoSeconds: 0 }, limits).verdict).toBe("leader_seen");
});

test.each<[Partial<Situation>, boolean]>([
  [{ silentSeconds: 7 }, false],
  [{ silentSeconds: 8 }, true],
  [{ silentSeconds: null }, false],
  [{ silentSeconds: 100, storeFault: "out" }, false],
  [{ silentSeconds: 0, isHandedOver: true }, true],
])("%j: the replica is proved in advance: %p", (found, isWanted) => {
  expect(isSuspicious({ ...LOST, ...found }, LIMITS)).toBe(isWanted);
});
