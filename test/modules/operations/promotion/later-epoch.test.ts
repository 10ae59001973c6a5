import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { prove } from "../../../../src/compose/invariants.ts";
import { systemClock } from "../../../../src/kit/clock.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import { openStore } from "../../../../src/modules/operations/lease/index.ts";
import { TakeOver } from "../../../../src/modules/operations/promotion/index.ts";
import { REPLICATED } from "../../../../src/modules/operations/replication/index.ts";
import { executable } from "../../../harness/processes/build.ts";
import { killLitestream, listMissing, replicated } from "../../../harness/processes/failover.ts";
import { credit, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";

/** Real processes on a machine that may have other work. */
setDefaultTimeout(240_000);

const isMissing = missingPrograms(["litestream"], "A promotion beside a slow one").length > 0;

describe.skipIf(isMissing)("a promotion while an earlier, slow one becomes a leader", () => {
  let machines: Machines;
  const shared = () => join(machines.root, "shared");

  beforeEach(() => {
    const environment = { LEASE_SECONDS: "3", LOG_LEVEL: "warn" };
    machines = new Machines([executable()], environment);
    machines.environment.LITESTREAM_REPLICA_URL = `file://${shared()}`;
  });
  afterEach(() => machines.remove());

  test("takes the state of the epoch whose replica began meanwhile, not the one before it", async () => {
    const { data, server, key } = await machines.first();
    expect((await credit(server.url, key, "before")).status).toBe(200);
    await replicated(data);
    killLitestream(data);
    await machines.kill(server);

    const url = `file://${shared()}`;
    const store = openStore({ url, environment: {}, leaseSeconds: 3 });
    const program = {
      named: null,
      directory: join(machines.root, "litestream"),
      environment: { PATH: process.env.PATH ?? "" },
    };
    let restores = 0;
    const beginEpochOne = () => {
      for (const name of REPLICATED)
        cpSync(join(shared(), name), join(shared(), "e1", name), { recursive: true });
    };
    const target = machines.vacant(data);
    const created_at = "2026-11-22T10:00:00.000Z";
    const claim = { epoch: 1, holder: "machine-1", host: "test", created_at };
    await Bun.write(join(shared(), "epoch/1.json"), JSON.stringify(claim));
    const takeOver = new TakeOver({
      dataDir: target,
      url,
      store,
      program,
      leaseSeconds: 1,
      logKey: null,
      isStrict: false,
      isAutomatic: false,
      restorer: {
        clock: systemClock,
        actor: { kind: "command", name: "promote" },
        async prove(directory, files) {
          await prove(directory, files);
          if (++restores === 1) beginEpochOne();
        },
      },
      requireKeys: () => {},
      log: createLogger("error", false),
    });
    await takeOver.prepare();
    expect((await takeOver.claim()).epoch).toBe(2);
    const { from } = await takeOver.complete();
    takeOver.discard();
    expect(from.epoch).toBe(1);
    expect(restores).toBe(2);
    expect(listMissing(target, [{ intent: "before", id: 0, at: 0 }])).toEqual([]);
  });
});
