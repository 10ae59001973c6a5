import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSqliteError } from "../../../../src/db/sql.ts";
import { REPLICATED } from "../../../../src/modules/operations/replication/rules.ts";
import { readReplication } from "../../../../src/modules/operations/replication/state.ts";
import { executable } from "../../../harness/processes/build.ts";
import { WITH_DEMO_CHAIN } from "../../../harness/processes/executable.ts";
import { killLitestream, replicaIn, replicated } from "../../../harness/processes/failover.ts";
import { Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "A replica that lacks something").length > 0;

function entriesIn(data: string): number {
  const client = new Database(join(data, "log.db"), { readonly: true });
  try {
    return client.query<{ count: number }, []>("SELECT count(*) AS count FROM log_entries").get()?.count ?? 0;
  } finally {
    client.close();
  }
}

/** Stops a Litestream while it holds no lock, for which every later change would wait in vain. */
async function suspend(litestream: number, data: string): Promise<void> {
  await until(() => {
    process.kill(litestream, "SIGSTOP");
    if (REPLICATED.every((name) => isWritable(join(data, `${name}.db`)))) return true;
    process.kill(litestream, "SIGCONT");
    return false;
  });
}

function isWritable(path: string): boolean {
  const client = new Database(path, { readwrite: true, create: false });
  try {
    client.run("PRAGMA busy_timeout = 500");
    client.run("BEGIN IMMEDIATE");
    client.run("ROLLBACK");
    return true;
  } catch (error) {
    if (isSqliteError(error, "SQLITE_BUSY")) return false;
    throw error;
  } finally {
    client.close();
  }
}

describe.skipIf(isMissing)("a promotion from an incomplete replica", () => {
  let s3: S3Server;
  let machines: Machines;
  /** Where a Litestream is stopped, which no server could end. */
  let suspendedIn: string | null;

  beforeEach(async () => {
    suspendedIn = null;
    s3 = await startS3();
    const environment = { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3", ...WITH_DEMO_CHAIN };
    machines = new Machines([executable()], environment);
  });
  afterEach(async () => {
    if (suspendedIn !== null) killLitestream(suspendedIn);
    await machines.remove();
    await s3.stop();
  });

  test("claims nothing if the leader died before its first replica, and names the alternatives", async () => {
    const { data, server } = await machines.first({ LITESTREAM_BIN: "/dev/null/litestream" });
    await machines.kill(server);
    const target = machines.vacant(data);
    const { code, stderr } = await machines.begin("promote", target).finished;
    expect(code).toBe(1);
    for (const words of ["holds nothing that could be restored", "salute serve", "salute restore --from"])
      expect(stderr).toContain(words);
    expect(existsSync(join(target, "live.db"))).toBe(false);
    // The claim of the first machine alone.
    expect(readdirSync(join(s3.objects, "salute/epoch"))).toEqual(["0.json"]);
    // The first alternative.
    const back = await machines.serve(data);
    expect((await fetch(`${back.url}/healthz`)).status).toBe(200);
  });

  test("leaves a log shorter than its published note unsigned until an operator restarts it", async () => {
    const { data, server } = await machines.first();
    await replicated(data);
    const publishedAt = async (url: string) =>
      Number((await (await fetch(`${url}/log/checkpoint`)).text()).split("\n")[1]);
    const litestream = readReplication(data)?.pid;
    if (typeof litestream !== "number") throw new Error("no Litestream runs");
    suspendedIn = data;
    await suspend(litestream, data);
    // Counted afterwards, unpublished ones too: the replica may have every entry that is logged now, but no later one.
    const held = entriesIn(data);
    for (;;) {
      const ran = await machines.command(["jobs", "run", "audit_run"], data);
      // The server runs what is overdue at its start.
      if (!ran.stdout.includes("audit_run: locked"))
        expect([ran.exitCode, ran.stdout + ran.stderr]).toEqual([0, expect.any(String)]);
      if ((await publishedAt(server.url)) > held) break;
    }
    const published = await (await fetch(`${server.url}/log/checkpoint`)).text();
    killLitestream(data);
    await machines.kill(server);
    const target = machines.vacant(data);
    const promoted = await machines.promote(target);
    expect(promoted.stdout).toContain(
      `The log is unsigned until salute log resume --data ${target}, or salute log restart`,
    );
    const doctor = await machines.command(["doctor"], target);
    expect(doctor.stdout).toMatch(/^(?!ok).* log /m);
    const note = join(machines.root, "published");
    await Bun.write(note, published);
    const resumed = await machines.command(["log", "resume", "--checkpoint", note], target);
    expect(resumed.exitCode).toBe(1);
    const restarted = await machines.command(["log", "restart", "--checkpoint", note], target);
    expect(restarted.exitCode).toBe(0);
    // Published once its entries are in the replica.
    await until(async () => (await fetch(`${promoted.url}/log/2/checkpoint`)).status === 200, 120_000);
  });
});
