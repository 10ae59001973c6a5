import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../../../harness/processes/build.ts";
import { killLitestream, replicaIn, replicated } from "../../../harness/processes/failover.ts";
import { credit, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";
import { startUnconditional } from "../../../harness/servers/s3-without-conditions.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream", "versitygw"], "promote --fenced").length > 0;

describe.skipIf(isMissing)("a store that lets a second machine create an object that exists", () => {
  let s3: S3Server;
  let machines: Machines;

  beforeEach(async () => {
    s3 = startUnconditional(await startS3());
    machines = new Machines([executable()], { ...replicaIn(s3, "salute"), LEASE_SECONDS: "3" });
  });
  afterEach(async () => {
    await machines.remove();
    await s3.stop();
  });

  test("supports no lease: doctor reports it, and promote needs the operator to confirm that the other machine is off", async () => {
    const { data, server, key } = await machines.first();
    expect((await credit(server.url, key, "before")).status).toBe(200);
    await replicated(data);
    const doctor = await machines.command(["doctor"], data);
    expect(doctor.stdout).toContain("--fenced");
    killLitestream(data);
    await machines.kill(server);
    const target = machines.vacant(data);
    const refused = await machines.begin("promote", target).finished;
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("Make sure that the other machine is off and stays off");
    expect(existsSync(join(target, "live.db"))).toBe(false);
    expect(existsSync(join(s3.objects, "salute/epoch/1.json"))).toBe(false);

    const promoted = await machines.up(machines.beginFenced(target));
    const answer = await credit(promoted.url, key, "after");
    expect(((await answer.json()) as { balance: number }).balance).toBe(2);
    await machines.end(promoted);
    const again = await machines.serve(target);
    expect((await credit(again.url, key, "later")).status).toBe(200);
    expect(existsSync(join(s3.objects, "salute/e1/live"))).toBe(true);
  });

  test("is refused by LEASE_STRICT at start and at promotion", async () => {
    const strict = { LEASE_STRICT: "1" };
    const { code, stderr } = await machines.begin("serve", machines.fresh(), strict).finished;
    expect(code).toBe(1);
    expect(stderr).toContain("LEASE_STRICT cannot be met");
  });
});
