import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { prove } from "../../../../src/compose/invariants.ts";
import { systemClock } from "../../../../src/kit/clock.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import { openStore } from "../../../../src/modules/operations/lease/index.ts";
import { requireVacant, TakeOver } from "../../../../src/modules/operations/promotion/index.ts";
import { executable } from "../../../harness/processes/build.ts";
import { killLitestream, replicated } from "../../../harness/processes/failover.ts";
import { Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";

/** Real processes on a machine that may have other work. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream"], "A promotion that fails").length > 0;

describe.skipIf(isMissing)("a promotion that fails after the restore", () => {
  let machines: Machines;
  const url = () => `file://${machines.root}/shared`;

  beforeEach(() => {
    machines = new Machines([executable()], { LEASE_SECONDS: "3", LOG_LEVEL: "warn" });
    machines.environment.LITESTREAM_REPLICA_URL = url();
  });
  afterEach(() => machines.remove());

  test("leaves the directory unchanged, so that it can be repeated there", async () => {
    const { data, server } = await machines.first();
    await replicated(data);
    killLitestream(data);
    await machines.kill(server);
    expect(readdirSync(join(machines.root, "shared/log-notes"))).not.toEqual([]);

    const target = machines.vacant(data);
    const keys = readdirSync(target).sort();
    let isBroken = true;
    const actor = {
      kind: "command" as const,
      get name() {
        if (isBroken) throw new Error("nothing can be changed");
        return "promote";
      },
    };
    const promote = async () => {
      const takeOver = new TakeOver({
        dataDir: target,
        url: url(),
        store: openStore({ url: url(), environment: {}, leaseSeconds: 3 }),
        program: {
          named: null,
          directory: join(machines.root, "litestream"),
          environment: { PATH: process.env.PATH ?? "" },
        },
        leaseSeconds: 1,
        logKey: null,
        isStrict: false,
        isAutomatic: false,
        restorer: { clock: systemClock, actor, prove },
        requireKeys: () => {},
        log: createLogger("error", false),
      });
      try {
        await takeOver.prepare();
        await takeOver.claim();
        return await takeOver.complete();
      } finally {
        takeOver.discard();
      }
    };
    await expect(promote()).rejects.toThrow("nothing can be changed");
    expect(readdirSync(target).sort()).toEqual(keys);

    isBroken = false;
    requireVacant(target);
    expect((await promote()).signsOn).toBe(true);
    for (const name of ["live.db", "sandbox.db", "log.db", "log.checkpoint", "epoch.json"])
      expect([name, existsSync(join(target, name))]).toEqual([name, true]);
  });
});
