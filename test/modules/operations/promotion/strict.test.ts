import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { executable } from "../../../harness/processes/build.ts";
import { killLitestream, replicaIn } from "../../../harness/processes/failover.ts";
import { Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "LEASE_STRICT of commands").length > 0;

describe.skipIf(isMissing)("with LEASE_STRICT a command beside a running server", () => {
  let s3: S3Server;
  let machines: Machines;
  const create = (name: string) => ["operators", "create", "--name", name, "--role", "viewer", "--json"];

  beforeEach(async () => {
    s3 = await startS3();
    const environment = { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3", LEASE_STRICT: "1" };
    machines = new Machines([executable()], environment);
  });
  afterEach(async () => {
    s3.resume();
    await machines.remove();
    await s3.stop();
  });

  const namesOn = async (data: string) =>
    (
      JSON.parse((await machines.command(["operators", "list", "--json"], data)).stdout) as { name: string }[]
    ).map(({ name }) => name);

  test("completes once the replica holds its change, and fails with a message if that is unconfirmed", async () => {
    const { data, server } = await machines.first();
    expect((await machines.command(create("held"), data)).exitCode).toBe(0);
    s3.pause();
    const failed = await machines.command(create("lost"), data);
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain("the replica is not known to hold it");
    expect((await machines.command(["operators", "list"], data)).exitCode).toBe(0);
    killLitestream(data);
    await machines.kill(server);
    s3.resume();
    const next = machines.vacant(data);
    await machines.promote(next);
    expect(await namesOn(next)).toContain("held");
  });

  test("does not wait without a server, and fails at once after a handover", async () => {
    const { data, server } = await machines.first();
    await machines.end(server);
    expect((await machines.command(create("later"), data)).exitCode).toBe(0);
    await machines.serve(data);
    expect((await machines.command(["switchover"], data)).exitCode).toBe(0);
    const { exitCode, stderr } = await machines.command(create("late"), data);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("This machine leads no more")]);
  });
});
