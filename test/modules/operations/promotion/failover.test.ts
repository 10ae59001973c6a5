import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { newIdempotencyKey } from "../../../harness/app/signing.ts";
import { executable } from "../../../harness/processes/build.ts";
import {
  killLitestream,
  type Leader,
  listMissing,
  loseLeader,
  replicaIn,
  replicated,
  switchOver,
} from "../../../harness/processes/failover.ts";
import { credit, Load, Machines, STRICT_PACE_MS } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "A change of the leader").length > 0;
const LOAD_MS = 2_000;
const ascending = (a: number, b: number) => a - b;

describe.skipIf(isMissing)("a change of leader, with the executable and a real S3 server", () => {
  let s3: S3Server;
  let machines: Machines;

  beforeEach(async () => {
    s3 = await startS3();
    machines = new Machines([executable()], { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3" });
  });
  afterEach(async () => {
    await machines.remove();
    await s3.stop();
  });

  const statusOf = async (leader: Leader, intent: string) =>
    (await credit(leader.server.url, leader.key, intent)).status;

  test("three machines lost under load: only the newest changes are missing, the ledger is intact, retries post once", async () => {
    let leader: Leader = await machines.first();
    for (let round = 1; round <= 3; round++) {
      const { data } = leader;
      const {
        leader: next,
        acknowledged: all,
        missing,
        faults,
      } = await loseLeader(machines, leader, LOAD_MS);
      const acknowledged = [...all].sort((a, b) => a.id - b.id);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(faults).toBeNull();
      // A replica is the state at one moment: only the newest changes are missing, without gaps.
      const newest = acknowledged.slice(acknowledged.length - missing.length).map(({ id }) => id);
      expect(missing.map(({ id }) => id).sort(ascending)).toEqual(newest);
      for (const { intent } of missing) expect(await statusOf(next, intent)).toBe(200);
      for (const { intent } of missing) expect(await statusOf(next, intent)).toBe(409);
      const log = await fetch(`${next.server.url}/log/checkpoint`);
      expect([200, 404]).toContain(log.status);
      // The lost machine comes back.
      const back = machines.begin("serve", data);
      const { code, stderr } = await back.finished;
      expect(code).toBe(1);
      expect(stderr).toContain(`claimed epoch ${round}`);
      leader = next;
    }
    expect(existsSync(join(s3.objects, "salute/e3/live"))).toBe(true);
    const restored = await machines.command(["restore", "--json"], machines.fresh());
    expect(JSON.parse(restored.stdout)).toMatchObject({ ok: true, epoch: 3 });
  });

  test("a switchover under load loses nothing, and the log continues to be signed", async () => {
    const first = await machines.first();
    const before = await (await fetch(`${first.server.url}/log/checkpoint`)).text();
    const { leader, acknowledged, missing, faults } = await switchOver(machines, first, LOAD_MS);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
    expect(faults).toBeNull();
    const after = await (await fetch(`${leader.server.url}/log/checkpoint`)).text();
    expect(after.split("\n")[0]).toBe(before.split("\n")[0] ?? "");
    expect(Number(after.split("\n")[1])).toBeGreaterThanOrEqual(Number(before.split("\n")[1]));
    const doctor = await machines.command(["doctor"], leader.data);
    expect(doctor.stdout).toMatch(/ok {4}log .*are signed/);
    const again = await machines.command(["switchover"], first.data);
    expect(again.exitCode).toBe(1);
    const restarted = await machines.begin("serve", first.data).finished;
    expect(restarted.code).toBe(1);
  });

  test("exactly one of two concurrent promotions wins, and the other changes nothing", async () => {
    const { data, server, key } = await machines.first();
    await credit(server.url, key, "before");
    await replicated(data);
    await machines.kill(server);
    const [a, b] = [machines.vacant(data), machines.vacant(data)];
    const [one, other] = [machines.begin("promote", a), machines.begin("promote", b)];
    const loser = await Promise.race([
      one.finished.then((ended) => ({ ended, winner: other, data: a })),
      other.finished.then((ended) => ({ ended, winner: one, data: b })),
    ]);
    expect(loser.ended.code).toBe(1);
    expect(loser.ended.stderr).toContain("Another machine has just claimed epoch 1");
    expect(existsSync(join(loser.data, "live.db"))).toBe(false);
    const { url } = await machines.up(loser.winner);
    const answer = await credit(url, key, "after");
    expect(answer.status).toBe(200);
    const { ledger_entry_id: id, balance } = (await answer.json()) as {
      ledger_entry_id: number;
      balance: number;
    };
    expect(balance).toBe(2);
    expect(id).toBeGreaterThan(1_000_000);
  });

  test("a suspended leader never writes into the new epoch, and its safe mode cannot be switched off", async () => {
    const { data, server, key } = await machines.first();
    const stood = { data, server, key };
    await replicated(data);
    server.kill("SIGSTOP");
    const next = await machines.promote(machines.vacant(data));
    server.kill("SIGCONT");
    await until(async () => (await statusOf(stood, newIdempotencyKey())) === 503);
    const refused = await credit(server.url, key, "refused");
    expect(((await refused.json()) as { error: string }).error).toBe("safe_mode");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await until(async () => {
      const off = await machines.command(["safe-mode", "off"], data);
      return off.stderr.includes("cannot be switched off");
    });
    expect(await statusOf(stood, "still-refused")).toBe(503);
    const balance = (await (await credit(next.url, key, "new")).json()) as { balance: number };
    expect(balance.balance).toBe(1);
  });

  test("with LEASE_STRICT every acknowledged change is in the next epoch, even if the leader was suspended and resumed", async () => {
    const strict = { LEASE_STRICT: "1" };
    const { data, server, key } = await machines.first(strict);
    const load = new Load(server.url, key, STRICT_PACE_MS);
    await until(() => load.acknowledged.length >= 20);
    server.kill("SIGSTOP");
    const target = machines.vacant(data);
    await machines.promote(target, strict);
    server.kill("SIGCONT");
    await until(() => load.refusals.has("safe_mode"));
    await load.stop();
    expect(load.acknowledged.length).toBeGreaterThan(0);
    expect(listMissing(target, load.acknowledged)).toEqual([]);
  });

  test("with LEASE_STRICT no change is acknowledged before the store has it", async () => {
    const strict = { LEASE_STRICT: "1" };
    const { data, server, key } = await machines.first(strict);
    const load = new Load(server.url, key, STRICT_PACE_MS);
    await until(() => load.acknowledged.length >= 20);
    s3.pause();
    await until(() => load.refusals.has("safe_mode"));
    killLitestream(data);
    await machines.kill(server);
    await load.stop();
    s3.resume();
    const target = machines.vacant(data);
    await machines.promote(target, strict);
    expect(load.acknowledged.length).toBeGreaterThan(0);
    expect(listMissing(target, load.acknowledged)).toEqual([]);
  });

  test("a shared disk works as a store too", async () => {
    const shared = { LITESTREAM_REPLICA_URL: `file://${join(machines.root, "shared")}` };
    const { data, server, key } = await machines.first(shared);
    await credit(server.url, key, "before");
    expect((await machines.command(["switchover"], data, shared)).exitCode).toBe(0);
    const next = await machines.promote(machines.vacant(data), shared);
    const answer = (await (await credit(next.url, key, "after")).json()) as { balance: number };
    expect(answer.balance).toBe(2);
    expect(readdirSync(join(machines.root, "shared/epoch")).sort()).toEqual(["0.json", "1.json"]);
    await until(async () => (await credit(server.url, key, newIdempotencyKey())).status === 503);
  });

  test("promote checks settings, lease and directory in this order, and claims nothing on refusal", async () => {
    const full = machines.fresh();
    await Bun.write(join(full, "something"), "x");
    const refused = async (env: Record<string, string>) => {
      const { code, stderr } = await machines.begin("promote", full, env).finished;
      expect(code).not.toBe(0);
      return stderr;
    };
    const out = { LITESTREAM_REPLICA_URL: "s3://b/x?endpoint=http://127.0.0.1:1&region=us-east-1" };
    expect(await refused({ ...out, LEASE_SECONDS: "2" })).toContain("LEASE_SECONDS");
    expect(await refused({ LITESTREAM_REPLICA_URL: "" })).toContain("LITESTREAM_REPLICA_URL");
    expect(await refused(out)).toContain("store");
    expect(await refused({ LITESTREAM_REPLICA_URL: "sftp://host/path" })).toContain("--fenced");
    expect(await refused({})).toContain("not empty");
    expect(existsSync(join(s3.objects, "salute/epoch"))).toBe(false);
  });
});
