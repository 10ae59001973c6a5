import { expect, test } from "bun:test";
import { systemClock } from "../../../../src/kit/clock.ts";
import { createLogger } from "../../../../src/kit/process/log.ts";
import { Replicator } from "../../../../src/modules/operations/replication/index.ts";
import { inScratch } from "../../../harness/processes/programs.ts";
import { until } from "../../../harness/until.ts";

test("checks go on after one that fails, such as the checkpoint of a large WAL on a full disk", () =>
  inScratch(async (dataDir) => {
    let calls: (() => void)[] = [];
    let checks = 0;
    const replicator = new Replicator({
      dataDir,
      replica: `file://${dataDir}/replica`,
      program: { named: "/dev/null/litestream", directory: dataDir, environment: {} },
      clock: systemClock,
      timers: {
        after(_ms, work) {
          calls.push(work);
          return () => {
            calls = calls.filter((each) => each !== work);
          };
        },
      },
      log: createLogger("error", false),
      onStopped() {
        checks++;
        throw new Error("disk I/O error");
      },
    });
    await replicator.start();
    for (let rounds = 1; rounds <= 3; rounds++) {
      for (const call of calls.splice(0)) call();
      // The check and the next try to start Litestream.
      await until(() => calls.length === 2);
      expect([rounds, checks]).toEqual([rounds, rounds]);
    }
    await replicator.stop();
    expect(calls).toEqual([]);
  }));
