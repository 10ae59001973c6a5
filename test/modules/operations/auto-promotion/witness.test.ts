import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createStoreWitness,
  Scout,
  serviceWitness,
} from "../../../../src/modules/operations/auto-promotion/index.ts";
import {
  claimEpoch,
  type LeaseStore,
  markHandOver,
  openStore,
  renewLease,
  StoreError,
} from "../../../../src/modules/operations/lease/index.ts";

const LEASE_SECONDS = 1;
const EXPIRED_MS = 1_100;
const clock = { now: () => Date.now() };

let root: string;
let store: LeaseStore;
let isOut: boolean;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "salute-witness-"));
  isOut = false;
  const opened = openStore({ url: `file://${root}/replica`, environment: {}, leaseSeconds: LEASE_SECONDS });
  if (typeof opened === "string") throw new Error(opened);
  const whenOn = <Value>(work: () => Promise<Value>) =>
    isOut ? Promise.reject(new StoreError("the store is out")) : work();
  store = {
    create: (name, text) => whenOn(() => opened.create(name, text)),
    read: (name) => whenOn(() => opened.read(name)),
    write: (name, text) => whenOn(() => opened.write(name, text)),
    list: (prefix) => whenOn(() => opened.list(prefix)),
    remove: (name) => whenOn(() => opened.remove(name)),
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a second store as witness", () => {
  test("sees the leader until its last renewal there is as old as the lease, and is no proof while it is out", async () => {
    const witness = createStoreWitness(store, LEASE_SECONDS);
    expect(await witness.ask(0)).toContain("set LEASE_WITNESS_URL there too");
    await renewLease(store, 0, Date.now());
    expect(await witness.ask(0)).toContain("sees the leader");
    await Bun.sleep(EXPIRED_MS);
    expect(await witness.ask(0)).toBeNull();
    await renewLease(store, 0, Date.now());
    expect(await witness.ask(0)).toContain("sees the leader");
    await Bun.sleep(EXPIRED_MS);
    isOut = true;
    expect(await witness.ask(0)).toContain("does not tell");
    isOut = false;
    // The leader may have been cut off as well.
    expect(await witness.ask(0)).toContain("sees the leader");
  });
});

describe("another address of the service as witness", () => {
  test.each<[string, () => Response, boolean]>([
    ["a leader", () => Response.json({ success: true, leader: true, epoch: 0 }), true],
    ["a machine that leads no more", () => Response.json({ error: "safe_mode" }, { status: 503 }), false],
    ["a balancer without a leader", () => new Response("no", { status: 502 }), false],
    ["some other page", () => new Response("<h1>Welcome</h1>"), false],
    ["a redirect", () => Response.redirect("https://example.com/leaderz"), false],
  ])("%s", async (_, answer, isSeen) => {
    const paths: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        paths.push(new URL(request.url).pathname);
        return answer();
      },
    });
    try {
      for (const address of [`http://127.0.0.1:${server.port}`, `http://127.0.0.1:${server.port}/leaderz`]) {
        const said = await serviceWitness(address, LEASE_SECONDS).ask(0);
        expect(said === null).toBe(!isSeen);
      }
      expect(paths).toEqual(["/leaderz", "/leaderz"]);
    } finally {
      await server.stop(true);
    }
    expect(await serviceWitness(`http://127.0.0.1:${server.port}`, LEASE_SECONDS).ask(0)).toBeNull();
  });
});

describe("what a standby knows of the leader", () => {
  const scout = (given = store) =>
    new Scout({ store: given, witness: null, leaseSeconds: LEASE_SECONDS, clock });

  test("counts silence only while the store answers", async () => {
    const watching = scout();
    expect(await watching.look()).toMatchObject({ storeFault: null, silentSeconds: null });
    await renewLease(store, 0, Date.now());
    expect((await watching.look()).silentSeconds).toBeLessThan(0.5);
    await Bun.sleep(EXPIRED_MS);
    expect((await watching.look()).silentSeconds).toBeGreaterThan(1);
    isOut = true;
    expect(await watching.look()).toMatchObject({ storeFault: "the store is out", silentSeconds: null });
    isOut = false;
    expect((await watching.look()).silentSeconds).toBeLessThan(0.5);
  });

  test("concludes nothing from an answer that took long, as after a pause of the process", async () => {
    await renewLease(store, 0, Date.now());
    let waitMs = 0;
    const slow = { ...store, read: (name: string) => Bun.sleep(waitMs).then(() => store.read(name)) };
    const watching = scout(slow);
    await watching.look();
    waitMs = 600;
    expect((await watching.look()).storeFault).toContain("took 2 s");
    waitMs = 0;
    expect((await watching.look()).silentSeconds).toBeGreaterThan(0.5);
  });

  test("concludes nothing from a store without a lease", async () => {
    const watching = scout({ ...store, create: () => Promise.resolve(true) });
    expect((await watching.look()).storeFault).toContain("lets a second machine create");
  });

  test("follows the newest epoch, with its promotion and handover", async () => {
    await renewLease(store, 0, Date.now());
    const watching = scout();
    expect(await watching.look()).toMatchObject({ promotedAgoSeconds: null, isHandedOver: false });
    await claimEpoch(store, { epoch: 1 }, Date.now() - 60_000);
    const next = await watching.look();
    expect(next.silentSeconds).toBeNull();
    expect(next.promotedAgoSeconds).toBeGreaterThanOrEqual(60);
    expect(next.promotedAgoSeconds).toBeLessThan(70);
    await markHandOver(store, 1, Date.now());
    expect((await watching.look()).isHandedOver).toBe(true);
    // A clock that was ahead prolongs no cooldown beyond what this machine has seen itself.
    await claimEpoch(store, { epoch: 2 }, Date.now() + 3_600_000);
    const ahead = await watching.look();
    expect(ahead.promotedAgoSeconds).toBeGreaterThanOrEqual(0);
    expect(ahead.promotedAgoSeconds).toBeLessThan(5);
  });
});
