import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../../../harness/processes/build.ts";
import type { Running } from "../../../harness/processes/executable.ts";
import { killLitestream, replicaIn } from "../../../harness/processes/failover.ts";
import { credit, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "A standby").length > 0;

/** Changes a byte in each file of a replica. */
function damage(folder: string): { mend: () => void } {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".ltx"));
  const flip = () => {
    for (const path of paths) {
      const bytes = readFileSync(path);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
      writeFileSync(path, bytes);
    }
  };
  flip();
  return { mend: flip };
}

interface CopyState {
  epoch: number | null;
  fault: string | null;
  restores: number;
  lag_seconds: number | null;
  ready?: boolean;
}

describe.skipIf(isMissing)("a standby", () => {
  let s3: S3Server;
  let machines: Machines;

  beforeEach(async () => {
    s3 = await startS3();
    const environment = { LEASE_SECONDS: "3", LEADER_BASE_URL: "https://leader.example" };
    machines = new Machines([executable()], { ...replicaIn(s3, "salute"), ...environment });
  });
  afterEach(async () => {
    await machines.remove();
    await s3.stop();
  });

  async function up(running: Running): Promise<string> {
    const [, url = ""] = await running.printed(/^salute runs as a standby on (\S+)$/m);
    return url;
  }

  function once(url: string, isWanted: (state: CopyState) => boolean): Promise<CopyState> {
    return until(async () => {
      const state = (await (await fetch(`${url}/readyz?reads=1`)).json()) as CopyState;
      return isWanted(state) ? state : null;
    });
  }

  const copiesOf = (data: string) =>
    readdirSync(join(data, "standby")).filter((name) => name.startsWith("copy-"));

  /** Litestream processes of this copy. */
  function litestreamsOf(data: string): number[] {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(join(data, "standby"));
        } catch {
          return false;
        }
      });
  }

  /** One that met the damage itself may end before it is killed. */
  function killAll(pids: readonly number[]): void {
    for (const pid of pids)
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Already gone.
      }
  }

  test("follows, reports its lag, restores again when Litestream exits, and follows the next epoch", async () => {
    const leader = await machines.first();
    const data = machines.vacant(leader.data);
    const url = await up(machines.begin("standby", data));
    const first = await once(url, ({ ready, restores }) => ready === true && restores === 1);
    expect(first.epoch).toBe(0);
    expect(first.lag_seconds).toBeGreaterThanOrEqual(0);

    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^salute_standby_lag_seconds \d+$/m);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    for (const path of ["/readyz", "/leaderz"]) {
      const answer = await fetch(url + path);
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([503, "standby"]);
    }
    const page = await fetch(url, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("Lag");
    for (const [method, path] of [
      ["GET", "/api/public-stats"],
      ["POST", "/api/salutes/credit"],
      ["GET", "/admin"],
      ["POST", "/"],
    ] as const) {
      const refused = await fetch(url + path, { method });
      const body = (await refused.json()) as Record<string, unknown>;
      expect([refused.status, body.error, body.leader_base_url]).toEqual([
        503,
        "standby",
        "https://leader.example",
      ]);
    }

    killAll(litestreamsOf(data));
    await once(url, ({ restores, ready }) => restores === 2 && ready === true);
    expect(copiesOf(data)).toHaveLength(1);

    await machines.kill(leader.server);
    const next = await machines.promote(machines.vacant(leader.data));
    expect((await credit(next.url, leader.key, "in-the-next-epoch")).status).toBe(200);
    const moved = await once(url, ({ epoch, ready }) => epoch === 1 && ready === true);
    expect(moved.restores).toBe(3);
  });

  test("is not ready while its master key is not the leader's, as after a rotation there", async () => {
    const leader = await machines.first();
    const data = machines.vacant(leader.data);
    const url = await up(machines.begin("standby", data));
    await once(url, ({ ready }) => ready === true);
    const rotated = await machines.command(["master-key", "rotate"], leader.data);
    expect([rotated.exitCode, rotated.stdout]).toEqual([0, expect.stringContaining("Standbys need it too")]);
    const { fault } = await once(url, ({ ready }) => ready === false);
    expect(fault).toContain("the master key here is not the leader's");
    cpSync(join(leader.data, "master.key"), join(data, "master.key"));
    await once(url, ({ ready }) => ready === true);
  });

  test("keeps its older copy while the replica is damaged, alerts operators, and follows once it is intact", async () => {
    const taken: { title: string; text: string }[] = [];
    const chat = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        taken.push((await request.json()) as { title: string; text: string });
        return new Response();
      },
    });
    try {
      const leader = await machines.first();
      const data = machines.vacant(leader.data);
      const hook = { ALERT_WEBHOOK_URL: `http://127.0.0.1:${chat.port}/hook` };
      const url = await up(machines.begin("standby", data, hook));
      await once(url, ({ ready }) => ready === true);
      const [kept] = copiesOf(data);
      killLitestream(leader.data);
      await machines.kill(leader.server);
      const damaged = damage(join(s3.objects, "salute/live"));
      killAll(litestreamsOf(data));
      const faulty = await once(url, ({ fault }) => fault?.includes("is kept") === true);
      expect(faulty.ready).toBe(false);
      expect(copiesOf(data)).toContain(kept ?? "");
      const page = await fetch(url, { headers: { accept: "text/html" } });
      expect(await page.text()).toContain("no longer follows");
      await until(() => taken.length > 0);
      expect(taken[0]?.title).toContain("is not following");
      // Failed restores leave no copies behind, however many there are.
      expect(copiesOf(data).length).toBeLessThanOrEqual(2);

      damaged.mend();
      await once(url, ({ restores, fault }) => restores === 2 && fault === null);
      expect(copiesOf(data)).toHaveLength(1);
      await until(() => taken.length > 1);
      expect(taken[1]?.title).toContain("is following again");
    } finally {
      await chat.stop(true);
    }
  });

  test("requires a directory with only the keys, which a server refuses and promote accepts", async () => {
    const leader = await machines.first();
    await credit(leader.server.url, leader.key, "before");
    const refused = await machines.begin("standby", leader.data).finished;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("not empty");
    const keyless = await machines.begin("standby", machines.fresh()).finished;
    expect(keyless.stderr).toContain("master.key is missing");

    const data = machines.vacant(leader.data);
    const standby = machines.begin("standby", data);
    await once(await up(standby), ({ ready }) => ready === true);
    const beside = await machines.begin("promote", data).finished;
    expect(beside.stderr).toContain("Another server runs");
    await machines.end(standby);
    expect(litestreamsOf(data)).toEqual([]);
    const served = await machines.begin("serve", data).finished;
    expect(served.code).toBe(1);
    expect(served.stderr).toContain("belongs to a standby");

    expect((await machines.command(["switchover"], leader.data)).exitCode).toBe(0);
    const promoted = await machines.promote(data);
    expect(existsSync(join(data, "standby"))).toBe(false);
    const answer = await credit(promoted.url, leader.key, "after");
    expect(((await answer.json()) as { balance: number }).balance).toBe(2);
  });
});
