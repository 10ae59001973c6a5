import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../../../../src/kit/process/log.ts";
import {
  claimEpoch,
  createConfirmation,
  createExpiryCheck,
  LeaseError,
  LeaseKeeper,
  type LeaseStore,
  markHandOver,
  openStore,
  StoreError,
  seeRenewal,
} from "../../../../src/modules/operations/lease/index.ts";
import { until } from "../../../harness/until.ts";

const quietLog = createLogger("error", false);

describe("a leader's lease", () => {
  let root: string;
  let store: LeaseStore;
  const url = () => `file://${root}/replica`;
  const never = new AbortController().signal;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "salute-keeper-"));
    const opened = openStore({ url: url(), environment: {}, leaseSeconds: 3 });
    if (typeof opened === "string") throw new Error(opened);
    store = opened;
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  function keeper(
    own: { epoch?: number; holder?: string } = {},
    manner: "" | "strict" | "lenient" = "",
    leaseStore = store,
  ): LeaseKeeper {
    return new LeaseKeeper({
      url: url(),
      store: leaseStore,
      witness: null,
      own: { epoch: own.epoch ?? 0, holder: own.holder ?? "", replica: url() },
      leaseSeconds: 3,
      isStrict: manner === "strict",
      isLenient: manner === "lenient",
      clock: { now: () => Date.now() },
      log: quietLog,
    });
  }

  /** A store that fails while `isOut` returns true. */
  function failing(isOut: () => boolean): LeaseStore {
    const broken = openStore({ url: `file:///dev/null/${root}`, environment: {}, leaseSeconds: 3 });
    if (typeof broken === "string") throw new Error(broken);
    const chosen = () => (isOut() ? broken : store);
    return {
      create: (name, text) => chosen().create(name, text),
      read: (name) => chosen().read(name),
      write: (name, text) => chosen().write(name, text),
      list: (prefix) => chosen().list(prefix),
      remove: (name) => chosen().remove(name),
    };
  }

  test("is held until another machine claims the next epoch, and then lost for good", async () => {
    const lease = keeper();
    await lease.acquire(never);
    expect(lease.standing.kind).toBe("held");
    expect(lease.stopReason()).toBeNull();
    await claimEpoch(store, { epoch: 1 }, Date.now());
    expect(await lease.look()).toBe(true);
    expect(lease.standing.kind).toBe("lost");
    expect(lease.stopReason()).toContain("claimed epoch 1");
    rmSync(join(root, "replica/epoch"), { recursive: true });
    expect(await lease.look()).toBe(false);
    expect(lease.standing.kind).toBe("lost");
  });

  test("refuses the start if a newer epoch exists, another machine holds this one, or it was handed over", async () => {
    const claim = await claimEpoch(store, { epoch: 1 }, Date.now());
    await expect(keeper().acquire(never)).rejects.toBeInstanceOf(LeaseError);
    await expect(keeper({ epoch: 1, holder: "another" }).acquire(never)).rejects.toThrow("Another machine");
    const own = { epoch: 1, holder: claim?.holder ?? "" };
    await keeper(own).acquire(never);
    await markHandOver(store, 1, Date.now());
    await expect(keeper(own).acquire(never)).rejects.toThrow("handed over");
  });

  test("waits for an unreachable store, then starts unconfirmed and refuses changes until confirmed, unless LEASE_LENIENT", async () => {
    let isOut = true;
    const flaky = failing(() => isOut);
    const [lease, strict, lenient] = [
      keeper({}, "", flaky),
      keeper({}, "strict", flaky),
      keeper({}, "lenient", flaky),
    ];
    const began = Date.now();
    await Promise.all([lease, strict, lenient].map((each) => each.acquire(never)));
    expect(Date.now() - began).toBeGreaterThanOrEqual(3_000);
    for (const each of [lease, strict, lenient]) expect(each.standing.kind).toBe("unreachable");
    expect(lenient.stopReason()).toBeNull();
    for (const each of [lease, strict]) {
      expect(each.stopReason()).toContain("cannot be confirmed");
      isOut = false;
      await each.look();
      expect([each.standing.kind, each.stopReason()]).toEqual(["held", null]);
      isOut = true;
    }
  });

  test.each([
    ["answers with errors", () => failing(() => true)],
    [
      "does not answer at all",
      () => ({ read: () => new Promise<null>(() => {}), write: () => new Promise<void>(() => {}) }),
    ],
  ])("runs out if the store %s, and changes stop with it, unless LEASE_LENIENT", async (_, make) => {
    const [lease, lenient] = [keeper(), keeper({}, "lenient")];
    await Promise.all([lease.acquire(never), lenient.acquire(never)]);
    for (const each of [lease, lenient]) {
      Object.assign(store, make());
      void each.look();
      expect([each.stopReason(), lenient.stopReason()]).toEqual([null, null]);
    }
    await until(() => lease.stopReason() !== null);
    expect(lease.stopReason()).toContain("cannot be confirmed");
    await until(() => lenient.standing.kind === "unreachable");
    expect(lenient.stopReason()).toBeNull();
    // What was committed meanwhile is not acknowledged.
    await expect(createExpiryCheck(lease)()).rejects.toThrow("cannot be confirmed");
  });

  test("a store that fails while it is asked about the claim counts as unreachable, and the start goes on", async () => {
    const claim = await claimEpoch(store, { epoch: 1 }, Date.now());
    let reads = 0;
    const flaky: LeaseStore = {
      ...failing(() => false),
      // The handover before this epoch is asked for once the epoch is found held.
      read: (name) => {
        if (name !== "lease/handed-over-0.json" || ++reads > 1) return store.read(name);
        return Promise.reject(new StoreError("the store does not answer in time"));
      },
    };
    const lease = keeper({ epoch: 1, holder: claim?.holder ?? "" }, "", flaky);
    await lease.acquire(never);
    expect(reads).toBe(2);
    expect(lease.standing.kind).toBe("held");
  });

  test("a stop ends the wait for the previous leader", async () => {
    const claim = await claimEpoch(store, { epoch: 1 }, Date.now());
    const stopping = new AbortController();
    const lease = new LeaseKeeper({
      ...keeper({ epoch: 1, holder: claim?.holder ?? "" }).parts,
      leaseSeconds: 600,
    });
    const taken = lease.acquire(stopping.signal);
    await until(() => lease.standing.kind === "held");
    stopping.abort();
    await taken;
  });

  test("is unaffected by changes of the system clock during the wait", async () => {
    let jumpMs = 0;
    const clock = { now: () => Date.now() + jumpMs };
    const waiting = (store: LeaseStore) =>
      new LeaseKeeper({ ...keeper().parts, store, clock, leaseSeconds: 1 });
    for (const jump of [3_600_000, -3_600_000]) {
      jumpMs = 0;
      const lease = waiting(failing(() => true));
      const began = performance.now();
      const taken = lease.acquire(never);
      jumpMs = jump;
      await taken;
      expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
      expect(lease.standing.kind).toBe("unreachable");
    }
    const lease = waiting(store);
    await lease.acquire(never);
    for (const jump of [3_600_000, -3_600_000]) {
      jumpMs = jump;
      await lease.look();
      expect(lease.standing.kind).toBe("held");
    }
    await claimEpoch(store, { epoch: 1 }, Date.now());
    await lease.look();
    expect(lease.standing.kind).toBe("lost");
  });

  test("is renewed before it is looked for another machine's claim, and not after a handover or by a mere look from outside", async () => {
    const calls: string[] = [];
    const spied: LeaseStore = {
      ...failing(() => false),
      read: (name) => {
        calls.push(`read ${name}`);
        return store.read(name);
      },
      write: (name, text) => {
        calls.push(`write ${name}`);
        return store.write(name, text);
      },
    };
    const lease = keeper({}, "", spied);
    await lease.checkAtStart();
    expect(calls.filter((each) => each.startsWith("write"))).toEqual([]);
    for (const confirm of [() => lease.acquire(never), () => lease.look()]) {
      calls.length = 0;
      await confirm();
      const claims = calls.filter((each) => each.startsWith("read epoch/"));
      expect(claims.length).toBeGreaterThan(0);
      expect(calls.indexOf("write lease/renewed-0.json")).toBe(0);
    }
    const seen = await seeRenewal(store, 0, null);
    expect(await seeRenewal(store, 0, seen)).toBe(seen);
    await lease.look();
    expect(await seeRenewal(store, 0, seen)).not.toBe(seen);
    await markHandOver(store, 0, Date.now());
    await lease.checkHandOver();
    calls.length = 0;
    await lease.look();
    expect(calls).not.toContain("write lease/renewed-0.json");
  });

  test("is not confirmed by a store that refuses writes", async () => {
    const lease = keeper({}, "", {
      ...failing(() => false),
      write: () => Promise.reject(new StoreError("the store is full")),
    });
    await lease.look();
    expect(lease.standing).toMatchObject({ kind: "unreachable", reason: "the store is full" });
  });

  test("is renewed at a witness too, whose outage and silence cost the leader nothing", async () => {
    const second = openStore({ url: `file://${root}/second`, environment: {}, leaseSeconds: 3 });
    if (typeof second === "string") throw new Error(second);
    const { parts } = keeper();
    const lease = new LeaseKeeper({ ...parts, witness: second });
    await lease.look();
    await until(async () => (await seeRenewal(second, 0, null)).text !== null);
    for (const write of [() => Promise.reject(new Error("out")), () => new Promise<void>(() => {})]) {
      const blind = new LeaseKeeper({ ...parts, witness: { ...failing(() => false), write } });
      await blind.look();
      await blind.look();
      expect(blind.standing.kind).toBe("held");
    }
  });

  test("counts a store without this machine's claim as unreachable, not the lease as held", async () => {
    const lease = keeper({ epoch: 2, holder: "x" });
    await lease.look();
    expect(lease.standing.kind).toBe("unreachable");
  });

  test("confirms no change after another machine's claim, even if the replica has it", async () => {
    const lease = keeper({}, "strict");
    await lease.acquire(never);
    let syncs = 0;
    const confirm = createConfirmation(lease, async () => {
      syncs++;
    });
    await Promise.all([confirm(), confirm(), confirm()]);
    expect(syncs).toBe(1);
    await claimEpoch(store, { epoch: 1 }, Date.now());
    await expect(confirm()).rejects.toThrow("claimed epoch 1");
    expect(lease.standing.kind).toBe("lost");
    expect(syncs).toBe(2);
    // What is known needs no replica that might not answer.
    await expect(confirm()).rejects.toThrow("claimed epoch 1");
    expect(syncs).toBe(2);
  });

  test("refuses LEASE_STRICT if the store supports no lease", async () => {
    const lease = new LeaseKeeper({
      ...keeper({}, "strict").parts,
      store: "a replica on sftp:// has no lease",
    });
    await expect(lease.acquire(never)).rejects.toThrow("LEASE_STRICT cannot be met");
  });
});
