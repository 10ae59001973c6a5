import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Tx } from "../../../src/db/sql.ts";
import {
  acceptLoss,
  endLeaseStop,
  noteLoss,
  readSafeMode,
  stopChanges,
  stopForLease,
  switchSafeMode,
  writeRestored,
  writeSetting,
} from "../../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

const ACTOR = { kind: "command", name: "test" } as const;
const LOSS = { file: "live.db", fault: "its write-ahead log is intact up to frame 12 only", evidence: null };

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

/** The reason of safe mode after these changes, each in a commit of its own. */
async function after(...changes: ((tx: Tx) => unknown)[]): Promise<string | null> {
  const { live } = world.services;
  for (const change of changes) await live.writer.run(change);
  return readSafeMode(live.read)?.reason ?? null;
}

const unconfirmed = (tx: Tx) => stopForLease(tx, ACTOR, { lease: "unconfirmed", reason: "no store" });
const handedOver = (tx: Tx) => stopForLease(tx, ACTOR, { lease: "handed_over", reason: "handed over" });
const lost = (tx: Tx) => stopForLease(tx, ACTOR, { lease: "lost", reason: "another leads" });
const leaseEnds = (tx: Tx) => endLeaseStop(tx, ACTOR);
const switchOn = (tx: Tx) => switchSafeMode(tx, ACTOR, "fraud");
const lose = (tx: Tx) => noteLoss(tx, "test", LOSS);
const accept = (tx: Tx) => acceptLoss(tx, ACTOR);

test("a confirmed lease does not end the stop after a loss: only its acceptance does", async () => {
  expect(await after(unconfirmed, lose)).toStartWith("wal_damaged: live.db");
  expect(await after(leaseEnds)).toStartWith("wal_damaged: live.db");
  expect(await after(accept)).toBeNull();
});

test("a lost lease stays in view over a loss, which returns with the next leader", async () => {
  expect(await after(handedOver, lose)).toBe("handed over");
  expect(await after(lost)).toBe("another leads");
  expect(await after(leaseEnds)).toStartWith("wal_damaged: live.db");
});

test("a loss that was accepted under a lost lease does not return", async () => {
  expect(await after(lose, handedOver, accept)).toBe("handed over");
  expect(await after(leaseEnds)).toBeNull();
});

test("safe mode of an operator or an invariant outlasts a handover and a lost lease", async () => {
  expect(await after(switchOn, handedOver, lost)).toBe("another leads");
  expect(await after(leaseEnds)).toBe("fraud");
  await world.services.live.writer.run((tx) => switchSafeMode(tx, ACTOR, null));
  const broken = { invariant: "ledger_balances", fault: "user 1" };
  await after((tx) => stopChanges(tx, "test", broken), handedOver, leaseEnds);
  expect(readSafeMode(world.services.live.read)).toMatchObject({ invariant: "ledger_balances", lease: null });
});

test("a restored directory awaits its resume after a handover, also where an earlier release stored the stop", async () => {
  const restored = "Restored from b-1: inspect it, then run salute resume";
  const restore = (tx: Tx) => {
    writeRestored(tx, "b-1");
    switchSafeMode(tx, ACTOR, restored);
  };
  expect(await after(restore, handedOver, leaseEnds)).toBe(restored);
  const stored = '{"reason":"handed over","since":1,"invariant":null,"lease":"handed_over"}';
  expect(await after((tx) => writeSetting(tx, "safe_mode", stored), leaseEnds)).toBe(restored);
});

test("a lease's stop over nothing ends in normal operation", async () => {
  expect(await after(unconfirmed, handedOver, leaseEnds)).toBeNull();
});
