import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { missingIn, transactionsIn } from "../../../../src/modules/operations/lease/rules.ts";
import { newIdempotencyKey } from "../../../harness/app/signing.ts";
import { executable } from "../../../harness/processes/build.ts";
import { killLitestream } from "../../../harness/processes/failover.ts";
import { credit, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

describe("what a replica lacks", () => {
  test.each<[string, [number, number][], [number, number][], [number, number] | null]>([
    [
      "nothing from the first on",
      [
        [1, 1],
        [2, 2],
      ],
      [],
      null,
    ],
    [
      "nothing after its snapshot",
      [
        [4, 4],
        [5, 5],
      ],
      [[1, 4]],
      null,
    ],
    [
      "nothing where files overlap",
      [
        [3, 3],
        [1, 8],
        [4, 4],
        [9, 9],
      ],
      [[1, 2]],
      null,
    ],
    ["nothing if it is empty", [], [], null],
    [
      "changes between two files",
      [
        [1, 1],
        [2, 2],
        [7, 7],
      ],
      [],
      [3, 6],
    ],
    [
      "changes after its snapshot",
      [
        [1, 3],
        [11, 11],
        [12, 12],
      ],
      [[1, 3]],
      [4, 10],
    ],
    ["the first", [[5, 5]], [], [1, 4]],
  ])("%s", (_, changes, snapshots, missing) => expect(missingIn(changes, snapshots)).toEqual(missing));

  test("by the names of its files", () => {
    expect(transactionsIn("000000000000000b-000000000000001a.ltx")).toEqual([11, 26]);
    expect(transactionsIn("000000000000000b-000000000000001a.ltx.tmp")).toBeNull();
  });
});

const isMissing = missingPrograms(["litestream"], "A shared disk that goes away").length > 0;

describe.skipIf(isMissing)("with LEASE_STRICT on a shared disk whose mount is lost for a while", () => {
  let machines: Machines;
  let disk: string;

  beforeEach(() => {
    machines = new Machines([executable()], { LEASE_SECONDS: "3", LEASE_STRICT: "1" });
    disk = join(machines.root, "shared");
    machines.environment.LITESTREAM_REPLICA_URL = `file://${disk}`;
  });
  afterEach(() => machines.remove());

  test("nothing is acknowledged that the replica cannot give back, until it begins anew", async () => {
    const { data, server, key } = await machines.first();
    let sent = 0;
    let acknowledged = 0;
    const send = async (url: string) => {
      const { status } = await credit(url, key, newIdempotencyKey());
      sent++;
      if (status === 200) acknowledged++;
      return status;
    };
    // A leader that a busy machine kept from renewing its lease refuses changes until it has renewed it.
    const accepted = (url: string) => until(async () => (await send(url)) === 200);
    await accepted(server.url);
    await accepted(server.url);
    renameSync(disk, `${disk}-away`);
    mkdirSync(disk);
    expect(await send(server.url)).toBe(503);
    // A busy Litestream may not have written this file's changes yet; then the replica would lack nothing.
    await until(() =>
      readdirSync(disk, { recursive: true }).some((name) => /\blive\/.*\.ltx$/.test(`${name}`)),
    );
    rmSync(disk, { recursive: true });
    renameSync(`${disk}-away`, disk);
    // What was refused stands in this file, and was written to the other directory. The replica shows that it lacks it
    // once a later change is written to it, which the server tries again when it has seen the disk.
    await until(async () => {
      expect(await send(server.url)).toBe(503);
      const doctor = await machines.command(["doctor", "--json"], data);
      return doctor.stdout.includes("lacks the changes");
    });

    await machines.end(server);
    rmSync(join(data, "epoch.json"));
    const typed = ["serve", "--new-installation", machines.environment.LITESTREAM_REPLICA_URL ?? ""];
    const again = await machines.up(machines.beginWith(typed, data));
    await accepted(again.url);
    killLitestream(data);
    await machines.kill(again);
    const next = await machines.promote(machines.vacant(data));
    const { balance } = await until(async () => {
      const answer = await credit(next.url, key, "after");
      return answer.status === 200 ? ((await answer.json()) as { balance: number }) : null;
    });
    // The refused ones in the file are in the new replica, too.
    expect(acknowledged).toBe(3);
    expect(balance).toBeGreaterThan(acknowledged + 1);
    expect(balance).toBeLessThanOrEqual(sent + 1);
  });
});
