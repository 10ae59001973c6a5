import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../harness/processes/build.ts";
import { replicaIn, replicated } from "../harness/processes/failover.ts";
import { credit, Machines } from "../harness/processes/machines.ts";
import { missingPrograms } from "../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../harness/servers/s3.ts";
import { until } from "../harness/until.ts";
import { LATER_TABLE, LATER_VERSION, laterRelease } from "./later-release.ts";

/** A leader and its standby are brought to a later release, in the orders that docs/operations.md gives, and in the wrong one. */

setDefaultTimeout(300_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "The upgrade of a pair").length > 0;

describe.skipIf(isMissing)("a pair of machines", () => {
  let s3: S3Server;
  /** Machines with this release, and with a later one that has a migration more. */
  let older: Machines;
  let later: Machines;
  let leader: Awaited<ReturnType<Machines["first"]>>;

  beforeEach(async () => {
    s3 = await startS3();
    const environment = { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3" };
    older = new Machines([executable()], environment);
    later = new Machines(laterRelease(join(older.root, "later")), environment);
    leader = await older.first();
    await balanceAfter(leader.server.url, "before");
  });
  afterEach(async () => {
    await later.remove();
    await older.remove();
    await s3.stop();
  });

  /** A standby on an empty directory, once it follows an epoch. */
  async function standby(machines: Machines, epoch: number) {
    const data = machines.vacant(leader.data);
    const running = machines.begin("standby", data);
    const [, url = ""] = await running.printed(/^salute runs as a standby on (\S+)$/m);
    const state = await until(async () => {
      const answer = (await (await fetch(`${url}/readyz?reads=1`)).json()) as Record<string, unknown>;
      return answer.ready === true && answer.epoch === epoch ? answer : null;
    });
    return { data, running, state };
  }

  /** The balance after one more credit. On a busy machine, the lease may have to be confirmed again first. */
  function balanceAfter(url: string, intent: string): Promise<number> {
    return until(async () => {
      const answer = await credit(url, leader.key, intent);
      if (answer.status !== 200) return null;
      return ((await answer.json()) as { balance: number }).balance;
    });
  }

  /** The later release has brought the directory up to date, and knows earlier requests. */
  async function expectUpgraded(url: string, data: string): Promise<void> {
    await until(async () => (await credit(url, leader.key, "before")).status === 409);
    using file = new Database(join(data, "live.db"), { readonly: true });
    expect(file.query("SELECT name FROM sqlite_schema WHERE name = ?").all(LATER_TABLE)).toHaveLength(1);
    expect((await later.command(["check", "--full"], data)).exitCode).toBe(0);
  }

  test("standby first, then a switchover to it, the former leader last: no acknowledged change is missing", async () => {
    const { data, running, state } = await standby(later, 0);
    expect(state.version).toBe(LATER_VERSION);
    await balanceAfter(leader.server.url, "followed-by-the-later-release");
    expect((await older.command(["switchover"], leader.data)).exitCode).toBe(0);
    await later.end(running);
    const next = await later.promote(data);
    await expectUpgraded(next.url, data);
    expect(await balanceAfter(next.url, "on-the-later-release")).toBe(3);
    expect((await credit(leader.server.url, leader.key, "to-the-former-leader")).status).toBe(503);
    await older.end(leader.server);
    await standby(later, 1);
  });

  test("standby first, then the leader where it is: the standby follows it through the migration", async () => {
    const { running, data } = await standby(later, 0);
    await older.end(leader.server);
    const server = await later.serve(leader.data);
    await expectUpgraded(server.url, leader.data);
    expect(await balanceAfter(server.url, "on-the-later-release")).toBe(2);
    await replicated(leader.data);
    await later.kill(server);
    await later.end(running);
    const next = await later.promote(data);
    expect(await balanceAfter(next.url, "after-the-loss")).toBe(3);
  });

  test("leader first: the older standby follows, but takes nothing over, and claims nothing", async () => {
    const { running, data } = await standby(older, 0);
    await older.end(leader.server);
    const server = await later.serve(leader.data);
    await balanceAfter(server.url, "on-the-later-release");
    await replicated(leader.data);
    await later.kill(server);
    await older.end(running);
    const { code, stderr } = await older.begin("promote", data).finished;
    expect([code, stderr]).toEqual([1, expect.stringContaining("newer")]);
    expect(existsSync(join(s3.objects, "salute/epoch/1.json"))).toBe(false);
    const next = await later.promote(later.vacant(leader.data));
    expect(await balanceAfter(next.url, "after-the-wrong-order")).toBe(3);
  });
});
