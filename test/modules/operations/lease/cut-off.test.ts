import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Credentials, newIdempotencyKey } from "../../../harness/app/signing.ts";
import { executable } from "../../../harness/processes/build.ts";
import { listMissing, replicaIn, replicated } from "../../../harness/processes/failover.ts";
import { credit, Load, Machines, STRICT_PACE_MS } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type Relay, startRelay } from "../../../harness/servers/relay.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes on a machine that may have other work. */
setDefaultTimeout(240_000);

/** Publishing can wait for a job that runs once a minute. */
const PUBLISHED_MS = 120_000;

const isMissing = missingPrograms(["litestream", "versitygw"], "A leader cut off from its store").length > 0;

interface Lease {
  status: string;
  observed: { standing: string; accepts_changes: boolean };
}

describe.skipIf(isMissing)("a leader whose network to the store stands still", () => {
  let s3: S3Server;
  let relay: Relay;
  let machines: Machines;
  /** Of the leader alone: the other machines reach the store. */
  let network: Record<string, string>;
  const strict = { LEASE_STRICT: "1" };

  beforeEach(async () => {
    s3 = await startS3();
    relay = await startRelay(s3);
    const settings = { LEASE_SECONDS: "3", RATE_LIMIT_PUBLIC_API_PER_MIN: "0" };
    machines = new Machines([executable()], { ...replicaIn(s3, "salute"), ...settings });
    network = replicaIn({ ...s3, endpoint: relay.endpoint }, "salute");
  });
  afterEach(async () => {
    relay.resume();
    await machines.remove();
    await relay.stop();
    await s3.stop();
  });

  function leaseIs(url: string, standing: string): Promise<Lease> {
    return until(async () => {
      const answer = await fetch(`${url}/status.json`);
      const { lease } = ((await answer.json()) as { checks: { lease: Lease } }).checks;
      return lease.observed.standing === standing ? lease : null;
    });
  }

  /** The status of a change, and its error. */
  async function change(url: string, key: Credentials, intent: string): Promise<string> {
    const answer = await credit(url, key, intent);
    const { error = "" } = (await answer.json()) as { error?: string };
    return `${answer.status} ${error}`.trim();
  }

  async function changesAre(wanted: string, url: string, key: Credentials): Promise<void> {
    await until(async () => (await change(url, key, newIdempotencyKey())) === wanted);
  }

  test("stops before the next machine accepts its first change, and goes on where nobody took over", async () => {
    const { data, server, key } = await machines.first(network);
    const load = new Load(server.url, key);
    await until(() => load.acknowledged.length >= 20);
    await replicated(data);
    relay.pause();
    const target = machines.vacant(data);
    const next = await machines.promote(target);
    const nextLoad = new Load(next.url, key);
    await until(() => nextLoad.acknowledged.length > 0);
    expect(load.refusals.has("safe_mode")).toBe(true);
    expect((await leaseIs(server.url, "unreachable")).observed).toMatchObject({ accepts_changes: false });
    await Promise.all([load.stop(), nextLoad.stop()]);
    const times = (each: Load) => each.acknowledged.map(({ at }) => at);
    expect(Math.max(...times(load))).toBeLessThan(Math.min(...times(nextLoad)));
    await machines.kill(next);
    expect((await machines.command(["check"], target)).exitCode).toBe(0);
  });

  test("goes on again by itself once the store answers", async () => {
    const { server, key } = await machines.first(network);
    relay.pause();
    await changesAre("503 safe_mode", server.url, key);
    relay.resume();
    await changesAre("200", server.url, key);
    expect((await leaseIs(server.url, "held")).observed).toMatchObject({ accepts_changes: true });
  });

  test("with LEASE_LENIENT goes on with a bad check, and once it hears of the next epoch takes no change and writes nothing into it", async () => {
    const { data, server, key } = await machines.first({ ...network, LEASE_LENIENT: "1" });
    await credit(server.url, key, "before");
    await replicated(data);
    relay.pause();
    expect((await leaseIs(server.url, "unreachable")).status).toBe("bad");
    const target = machines.vacant(data);
    const next = await machines.promote(target);
    expect(await change(next.url, key, "in-the-next-epoch")).toBe("200");
    expect(await change(server.url, key, "discarded")).toBe("200");
    relay.resume();
    await changesAre("503 safe_mode", server.url, key);
    expect((await leaseIs(server.url, "lost")).status).toBe("bad");
    expect(await change(server.url, key, "late")).toBe("503 safe_mode");

    await replicated(target);
    const restored = machines.fresh();
    const { stdout, stderr } = await machines.command(["restore", "--json"], restored);
    expect([stderr, JSON.parse(stdout || "{}")]).toMatchObject(["", { ok: true, epoch: 1 }]);
    for (const path of [target, restored]) {
      const intents = ["before", "in-the-next-epoch", "discarded", "late"].map((intent) => ({
        intent,
        id: 0,
        at: 0,
      }));
      expect(listMissing(path, intents).map(({ intent }) => intent)).toEqual(["discarded", "late"]);
    }
    expect((await machines.command(["check"], target)).exitCode).toBe(0);
  });

  test("acknowledges with LEASE_STRICT nothing that a promotion discards, repeated requests included", async () => {
    const { data, server, key } = await machines.first({ ...network, ...strict });
    const load = new Load(server.url, key, STRICT_PACE_MS);
    await until(() => load.acknowledged.length >= 20);
    relay.pause();
    await leaseIs(server.url, "unreachable");
    await until(() => load.refusals.has("safe_mode"));
    const target = machines.vacant(data);
    await machines.promote(target, strict);
    // Some of these are committed on this machine: a retry would find the answer that was kept.
    const committed = [...load.open]
      .filter((intent) => listMissing(data, [{ intent, id: 0, at: 0 }]).length === 0)
      .slice(0, 2);
    expect(committed.length).toBeGreaterThan(0);
    for (const intent of committed) expect(await change(server.url, key, intent)).toBe("503 safe_mode");
    relay.resume();
    await leaseIs(server.url, "lost");
    await load.stop();
    for (const intent of committed) expect(await change(server.url, key, intent)).toBe("503 safe_mode");
    expect(listMissing(target, load.acknowledged)).toEqual([]);
  });

  test("refuses changes with LEASE_STRICT, which nobody can switch off, until the lease is confirmed", async () => {
    const { data, server, key } = await machines.first({ ...network, ...strict });
    expect(await change(server.url, key, "before")).toBe("200");
    relay.pause();
    await leaseIs(server.url, "unreachable");
    await changesAre("503 safe_mode", server.url, key);
    const off = await machines.command(["safe-mode", "off"], data, { ...network, ...strict });
    expect(off.stderr).toContain("cannot be switched off");
    relay.resume();
    await leaseIs(server.url, "held");
    await changesAre("200", server.url, key);
  });

  test.each([
    ["LEASE_LENIENT", "200"],
    ["LEASE_STRICT", "503 safe_mode"],
    ["nothing set", "503 safe_mode"],
  ])("at its start waits for the lease and for nothing else (%s)", async (manner, answer) => {
    const { data, server: before, key } = await machines.first(network);
    await machines.end(before);
    relay.pause();
    const settings = { ...network, [manner]: "1", LOG_LEVEL: "info" };
    const server = await machines.serve(data, settings);
    expect(server.stderr).toContain("started without the lease");
    expect(server.stderr).not.toContain("a note is published before its entries are in the replica");
    expect((await leaseIs(server.url, "unreachable")).status).toBe("bad");
    expect(await change(server.url, key, "meanwhile")).toBe(answer);
    relay.resume();
    await leaseIs(server.url, "held");
    await changesAre("200", server.url, key);
    await until(async () => (await fetch(`${server.url}/log/checkpoint`)).status === 200, PUBLISHED_MS);
  });

  test("starts nothing beside a store that cannot tell whether it holds another history", async () => {
    relay.pause();
    const { code, stderr } = await machines.begin("serve", machines.fresh(), network).finished;
    expect(code).toBe(1);
    expect(stderr).toContain("never claimed the replica");
  });
});
