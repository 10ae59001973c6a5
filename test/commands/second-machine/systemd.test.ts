import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecordedEpoch } from "../../../src/modules/operations/lease/index.ts";
import { executable } from "../../harness/processes/build.ts";
import { killLitestream, replicated } from "../../harness/processes/failover.ts";
import { credit, Machines } from "../../harness/processes/machines.ts";
import { missingPrograms } from "../../harness/processes/programs.ts";

/** Real processes on a machine that may have other work. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream"], "A promotion under systemd").length > 0;

describe.skipIf(isMissing)("salute promote where systemd has the units of both roles", () => {
  let machines: Machines;
  let fake: string;

  beforeEach(() => {
    machines = new Machines([executable()], { LEASE_SECONDS: "3", LOG_LEVEL: "warn" });
    machines.environment.LITESTREAM_REPLICA_URL = `file://${machines.root}/shared`;
    fake = join(machines.root, "bin");
    mkdirSync(fake);
  });
  afterEach(() => machines.remove());

  const calls = () =>
    readFileSync(join(fake, "calls"), "utf8")
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("show "));

  /** A systemctl whose units run on a directory; `stop` does what the shell line says. */
  function systemctl(dataDir: string, stop: string): Record<string, string> {
    writeFileSync(join(fake, "calls"), "");
    writeFileSync(join(fake, "salute.service"), "[Service]\nEnvironment=HOST=127.0.0.1 DATA_DIR=/nowhere\n");
    writeFileSync(join(fake, "salute.env"), `DATA_DIR=${dataDir}\n`);
    const script = `#!/bin/sh
shift
echo "$*" >> ${fake}/calls
case "$1" in
  show)
    echo LoadState=loaded
    echo ActiveState=active
    echo FragmentPath=${fake}/salute.service
    echo "EnvironmentFiles=${fake}/salute.env (ignore_errors=yes)" ;;
  stop) ${stop} ;;
esac
`;
    writeFileSync(join(fake, "systemctl"), script);
    chmodSync(join(fake, "systemctl"), 0o755);
    return { PATH: `${fake}:${process.env.PATH ?? ""}` };
  }

  async function lostLeader() {
    const { data, server, key } = await machines.first();
    await credit(server.url, key, "before");
    await replicated(data);
    const target = machines.vacant(data);
    return {
      key,
      target,
      lose: async () => {
        killLitestream(data);
        await machines.kill(server);
      },
    };
  }

  test("stops the standby's unit, has the server's unit serve, and ends; that start is the leader's first", async () => {
    const { key, target, lose } = await lostLeader();
    const standby = machines.begin("standby", target);
    await standby.printed(/^salute runs as a standby/m);
    await lose();
    const env = systemctl(
      target,
      `kill ${standby.pid}; while kill -0 ${standby.pid} 2>/dev/null; do sleep 0.1; done`,
    );
    const { code, stdout, stderr } = await machines.begin("promote", target, env).finished;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
    expect(stdout).toContain("salute.service serves now");
    expect(calls()).toEqual([
      "stop salute-standby.service",
      "disable salute-standby.service",
      "enable salute.service",
      "start salute.service",
    ]);
    expect(readRecordedEpoch(target)).toMatchObject({
      epoch: 1,
      announces: expect.stringContaining("Epoch 1"),
    });
    const { url } = await machines.serve(target);
    const answer = await credit(url, key, "after");
    expect([answer.status, ((await answer.json()) as { balance: number }).balance]).toEqual([200, 2]);
    // Its replica began before it took changes, and operators are told once.
    expect(existsSync(join(machines.root, "shared/e1/live"))).toBe(true);
    expect(readRecordedEpoch(target)).not.toHaveProperty("announces");
  });

  test("claims nothing where the units cannot be stopped, and starts the standby again if it cannot promote", async () => {
    const { target, lose } = await lostLeader();
    await lose();
    const denied = await machines.begin("promote", target, systemctl(target, "echo Denied >&2; exit 1"))
      .finished;
    expect([denied.code, denied.stderr]).toEqual([1, expect.stringContaining("Denied. Run it as root")]);
    const nothing = { LITESTREAM_REPLICA_URL: `file://${machines.root}/nothing` };
    const failed = await machines.begin("promote", target, { ...systemctl(target, ":"), ...nothing })
      .finished;
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining("holds nothing that could be restored"),
    ]);
    expect(calls()).toEqual(["stop salute-standby.service", "start salute-standby.service"]);
    expect(existsSync(join(machines.root, "shared/epoch/1.json"))).toBe(false);
    expect(existsSync(join(target, "live.db"))).toBe(false);
  });

  test("serves itself with --foreground, and for a directory that is not the units'", async () => {
    const { target, key, lose } = await lostLeader();
    await lose();
    const own = machines.beginWith(["promote", "--foreground"], target, systemctl(target, "exit 1"));
    const { url } = await machines.up(own);
    expect((await credit(url, key, "after")).status).toBe(200);
    await replicated(target);
    killLitestream(target);
    await machines.kill(own);
    const other = machines.begin("promote", machines.vacant(target), systemctl(target, "exit 1"));
    expect((await credit((await machines.up(other)).url, key, "again")).status).toBe(200);
    expect(calls()).toEqual([]);
  });
});
