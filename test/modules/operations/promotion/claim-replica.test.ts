import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isVacant } from "../../../../src/modules/operations/promotion/index.ts";
import { readReplication } from "../../../../src/modules/operations/replication/index.ts";
import { newIdempotencyKey } from "../../../harness/app/signing.ts";
import { executable } from "../../../harness/processes/build.ts";
import type { Running } from "../../../harness/processes/executable.ts";
import { killLitestream, listMissing, replicated } from "../../../harness/processes/failover.ts";
import { credit, Machines } from "../../../harness/processes/machines.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(240_000);

interface Claim {
  epoch: number;
  holder: string;
  installation: string;
  log_key: string;
}

const isMissing = missingPrograms(["litestream"], "The claim of a replica").length > 0;

describe.skipIf(isMissing)("a replica's history", () => {
  let machines: Machines;
  const shared = () => join(machines.root, "shared");
  const url = () => `file://${shared()}`;

  beforeEach(() => {
    machines = new Machines([executable()], { LEASE_SECONDS: "3", LOG_LEVEL: "warn" });
    machines.environment.LITESTREAM_REPLICA_URL = url();
  });
  afterEach(() => machines.remove());

  const claimOf = (epoch: number) =>
    JSON.parse(readFileSync(join(shared(), `epoch/${epoch}.json`), "utf8")) as Claim;
  const files = () =>
    readdirSync(shared(), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ltx"))
      .sort();

  /** A lost machine that acknowledged one change, intent `before`, which the replica has. */
  async function lost() {
    const first = await machines.first();
    expect((await credit(first.server.url, first.key, "before")).status).toBe(200);
    await replicated(first.data);
    killLitestream(first.data);
    await machines.kill(first.server);
    return first;
  }

  async function refusal(running: Running): Promise<string> {
    const started = running.printed(/^salute listens on /m).then(
      () => "it started",
      () => null,
    );
    expect(await Promise.race([started, running.finished.then(() => null)])).toBeNull();
    const { code, stderr } = await running.finished;
    expect(code).toBe(1);
    return stderr;
  }

  /** As an older release left it: nothing records the claim of epoch 0. */
  function withoutClaim(data: string): void {
    rmSync(join(shared(), "epoch"), { recursive: true });
    rmSync(join(data, "epoch.json"));
  }

  const missing = (data: string) => listMissing(data, [{ intent: "before", id: 0, at: 0 }]);

  test("is not overwritten by an empty directory, which is told the ways on and stays empty", async () => {
    await lost();
    const before = files();
    const empty = machines.fresh();
    const words = await refusal(machines.begin("serve", empty));
    expect(words).toContain("Nothing was started");
    for (const way of ["salute standby", "salute promote", "salute restore", `--new-installation ${url()}`])
      expect(words).toContain(way);
    expect(files()).toEqual(before);
    expect(isVacant(empty)).toBe(true);
    expect(existsSync(join(empty, "log.key"))).toBe(false);
  });

  test("is not overwritten either where an older release left epoch 0 unclaimed", async () => {
    const { data } = await lost();
    withoutClaim(data);
    const before = files();
    expect(await refusal(machines.begin("serve", machines.fresh()))).toContain("Nothing was started");
    expect(await refusal(machines.begin("serve", machines.vacant(data)))).toContain("salute promote");
    expect(files()).toEqual(before);

    // The directory that made it claims it, and goes on in the same replica.
    const again = await machines.serve(data);
    expect(claimOf(0).epoch).toBe(0);
    await replicated(data);
    killLitestream(data);
    await machines.kill(again);
    expect(files().length).toBeGreaterThanOrEqual(before.length);
    const target = machines.vacant(data);
    await machines.promote(target);
    expect(missing(target)).toEqual([]);
  });

  test("names the installation and its log key in each claim, and a promotion keeps both", async () => {
    const { data } = await lost();
    const claim = claimOf(0);
    expect(claim.installation).toMatch(/^[0-9a-f]{32}$/);
    expect(claim.log_key).toMatch(/^[0-9a-f]{8}$/);
    await machines.promote(machines.vacant(data));
    expect(claimOf(1)).toMatchObject({ installation: claim.installation, log_key: claim.log_key });
    expect(claimOf(1).holder).not.toBe(claim.holder);
  });

  test("of another installation refuses a directory with databases of its own, and doctor reports it", async () => {
    await lost();
    const before = files();
    const other = machines.fresh();
    const elsewhere = { LITESTREAM_REPLICA_URL: `file://${join(machines.root, "elsewhere")}` };
    await machines.end(await machines.serve(other, elsewhere));
    const words = await refusal(machines.begin("serve", other));
    expect(words).toContain("another installation");
    const doctor = await machines.command(["doctor", "--json"], other);
    const { findings } = JSON.parse(doctor.stdout) as {
      findings: { name: string; level: string; fix: string }[];
    };
    expect(findings.find(({ name }) => name === "lease")).toMatchObject({ level: "bad" });
    expect(files()).toEqual(before);
  });

  test("stays as it was under a new installation, which the URL typed again begins in the next epoch", async () => {
    const { data } = await lost();
    const before = files();
    const empty = machines.fresh();
    const typed = (text: string) => ["serve", "--new-installation", text];
    const wrong = await machines.command(typed("file:///elsewhere"), empty);
    expect([wrong.exitCode, wrong.stderr.includes("LITESTREAM_REPLICA_URL")]).toEqual([2, true]);
    const server = await machines.up(machines.beginWith(typed(url()), empty));
    expect(claimOf(1).installation).not.toBe(claimOf(0).installation);
    await replicated(empty);
    expect(files().filter((name) => !name.startsWith("e1/"))).toEqual(before);
    // The flag may stay in a unit file: the directory's own epoch goes on.
    await machines.end(server);
    await machines.end(await machines.up(machines.beginWith(typed(url()), empty)));
    expect(existsSync(join(shared(), "epoch/2.json"))).toBe(false);
    expect(await refusal(machines.begin("serve", data))).toContain("claimed epoch 1");
  });

  test("has one beginning: of two servers that start on one fresh URL, one wins", async () => {
    const [a, b] = [machines.fresh(), machines.fresh()];
    const [one, other] = [machines.begin("serve", a), machines.begin("serve", b)];
    const loser = await Promise.race([
      one.finished.then((ended) => ({ ended, winner: other, data: a })),
      other.finished.then((ended) => ({ ended, winner: one, data: b })),
    ]);
    expect(loser.ended.code).toBe(1);
    expect(loser.ended.stderr).toContain("salute standby");
    expect([isVacant(loser.data), existsSync(join(loser.data, "log.key"))]).toEqual([true, false]);
    await machines.up(loser.winner);
  });

  test("is claimed again by a directory that was killed between its record and the claim", async () => {
    const first = await machines.first();
    await machines.end(first.server);
    const record = join(first.data, "epoch.json");
    writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, "utf8")), pending: true }));
    await machines.end(await machines.serve(first.data));
    expect(JSON.parse(readFileSync(record, "utf8")).pending).toBeUndefined();
  });

  test("is taken up by an empty directory with REPLICA_AUTO_RESTORE once no other machine leads", async () => {
    const first = await machines.first();
    const auto = { REPLICA_AUTO_RESTORE: "1" };
    expect((await credit(first.server.url, first.key, "before")).status).toBe(200);
    await replicated(first.data);
    const keys = machines.vacant(first.data);
    expect(await refusal(machines.begin("serve", keys, auto))).toContain(
      "Another machine leads: the replica",
    );
    // Its replication stands still, and it renews its lease.
    const { pid } = readReplication(first.data) ?? {};
    if (typeof pid !== "number") throw new Error("Litestream does not run");
    process.kill(pid, "SIGSTOP");
    expect(await refusal(machines.begin("serve", keys, auto))).toContain("it renews its lease");
    process.kill(pid, "SIGCONT");
    expect((await credit(first.server.url, first.key, newIdempotencyKey())).status).toBe(200);

    await replicated(first.data);
    killLitestream(first.data);
    await machines.kill(first.server);
    const next = await machines.serve(keys, auto);
    expect(missing(keys)).toEqual([]);
    expect((await credit(next.url, first.key, "after")).status).toBe(200);
    expect(claimOf(1).epoch).toBe(1);
    await machines.end(next);
    await machines.end(await machines.serve(keys, auto));
    expect(existsSync(join(shared(), "epoch/2.json"))).toBe(false);
  });

  test("is refused to a restored copy of it, whose own history would fork from it", async () => {
    await lost();
    const copy = machines.fresh();
    expect((await machines.command(["restore"], copy)).exitCode).toBe(0);
    expect(await refusal(machines.begin("serve", copy))).toContain("--new-installation");
  });
});
