import { expect, test } from "bun:test";
import { startPolling } from "../../src/kit/poll.ts";
import { createLogger } from "../../src/kit/process/log.ts";
import { until } from "../harness/until.ts";

/** Polls with these faults, one a turn; null is a turn without one. @returns the lines logged until all had their turn */
async function polled(faults: readonly (Error | null)[]): Promise<string[]> {
  const logged: string[] = [];
  const log = createLogger("info", false, (line) => logged.push(line));
  let turns = 0;
  const polling = startPolling({
    everyMs: 1,
    what: "the kettle",
    log,
    work: async () => {
      const fault = faults[turns++] ?? null;
      if (fault !== null) throw fault;
    },
  });
  await until(() => turns > faults.length);
  await polling.stop(1_000);
  return logged;
}

function shortage(): Error {
  return Object.assign(new Error("too many open files"), { code: "EMFILE" });
}

test("a fault is logged, and the next turn comes", async () => {
  const logged = await polled([new Error("no water"), null, new Error("no gas")]);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain("the kettle could not be looked after");
  expect(logged[0]).toContain("no water");
  expect(logged[1]).toContain("no gas");
});

test("a shortage of descriptors is logged once it outlasts a turn", async () => {
  expect(await polled([shortage(), null, shortage(), null])).toEqual([]);
  expect(await polled([shortage(), shortage(), null])).toHaveLength(1);
});
