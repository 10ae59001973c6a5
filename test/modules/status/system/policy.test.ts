import { afterEach, describe, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { createMaintenance } from "../../../../src/modules/status/maintenance/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { salute, scratch } from "../../../harness/processes/commands.ts";
import { endJob, MINUTE_MS, policyFile, snapshots } from "./fixture.ts";

const TARGET = "/api/public/system-status/policy";
const SYSTEM = "/api/public/system-status";

let world: World | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

async function worldWith(policy: object | string): Promise<World> {
  const file = policyFile(policy);
  try {
    world = await createWorld({ STATUS_POLICY_FILE: file.path });
    return world;
  } finally {
    file.remove();
  }
}

describe("GET /api/public/system-status/policy", () => {
  test("200 with the built-in policy without a file; Last-Modified is the start of the process", async () => {
    world = await createWorld();
    const { policy } = (await world.call("GET", TARGET)).json;
    const { checks, ...rest } = policy;
    expect(rest).toEqual({
      source: "built_in",
      loaded: false,
      version: "1",
      sha256: null,
      exclude_maintenance_default: true,
      audit_anomalies_warn_degrades: false,
    });
    expect(Object.keys(checks)).toEqual([...CHECKS.names]);
    expect(checks.jobs).toEqual({
      late_minutes_warn: 5,
      late_minutes_bad: 60,
      failures_in_a_row_warn: 1,
      failures_in_a_row_bad: 5,
    });
    const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
    await expectValidators(world, TARGET, {}, { lastModified, cacheControl: "public, max-age=60" });
  });

  test("a file overrides the thresholds it names, and the checks use them; the rest stays built-in", async () => {
    const its = await worldWith({ version: "2026-11", checks: { jobs: { failures_in_a_row_warn: 2 } } });
    const { policy } = (await its.call("GET", TARGET)).json;
    expect(policy).toMatchObject({ source: "file", loaded: true, version: "2026-11" });
    expect(policy.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(policy.checks.jobs).toMatchObject({ failures_in_a_row_warn: 2, failures_in_a_row_bad: 5 });
    await endJob(its, "failed");
    expect((await its.call("GET", SYSTEM)).json.checks.jobs).toMatchObject({
      status: "ok",
      thresholds: { failures_in_a_row_warn: 2 },
    });
    await endJob(its, "failed");
    its.clock.advance(5_000);
    expect((await its.call("GET", SYSTEM)).json.checks.jobs.status).toBe("warn");
  });

  test("with exclude_maintenance_default false maintenance is shown, but its time counts", async () => {
    const its = await worldWith({ version: "1", exclude_maintenance_default: false });
    await its.services.live.writer.run((tx) =>
      createMaintenance(
        tx,
        { kind: "command", name: "test" },
        { title: "A larger disk", checks: [], startsAt: null, ends: tx.now + 5 * MINUTE_MS },
      ),
    );
    await endJob(its, "failed");
    await snapshots(its, 3);
    const { overall, in_maintenance } = (await its.call("GET", SYSTEM)).json;
    expect([overall, in_maintenance]).toEqual(["warn", true]);
    const uptime = (await its.call("GET", `${SYSTEM}/uptime?hours=1`)).json;
    expect(uptime.overall.seconds).toMatchObject({ warn: 180, maintenance: 0 });
    expect((await its.call("GET", `${SYSTEM}/incidents`)).json.count).toBe(1);
  });

  test("the reference lists every threshold with its meaning, as a table", async () => {
    world = await createWorld();
    const page = (await world.call("GET", "/docs/status")).text;
    expect(page).toContain("<code>failures_in_a_row_bad</code>");
    expect(page).toContain("Minutes since the last complete scan of holders");
    expect(page).not.toContain("|---|");
  });
});

describe("an invalid policy file", () => {
  test.each([
    ["{", "it is not JSON"],
    ["[]", "it is not a JSON object"],
    [{}, "version must be 1 to 40 characters"],
    [{ version: 1 }, "version must be 1 to 40 characters"],
    [{ version: "1", check: {} }, "check is not a known field"],
    [{ version: "1", exclude_maintenance_default: 1 }, "exclude_maintenance_default must be true or false"],
    [{ version: "1", checks: [] }, "checks must be an object"],
    [{ version: "1", checks: { printer: {} } }, "checks.printer is not a check"],
    [{ version: "1", checks: { jobs: 1 } }, "checks.jobs must be an object"],
    [{ version: "1", checks: { jobs: { late: 1 } } }, "checks.jobs.late is not a threshold of this check"],
    [{ version: "1", checks: { jobs: { late_minutes_warn: -1 } } }, "must be a number of at least 0"],
    [{ version: "1", checks: { jobs: { late_minutes_warn: "5" } } }, "must be a number of at least 0"],
  ])("%j stops the start, naming the variable, the field and an example", async (policy, words) => {
    await expect(worldWith(policy as object | string)).rejects.toThrow(words);
  });

  test("a missing file stops a command with a message and exit code 1, and nothing is created", async () => {
    const directory = scratch();
    const data = directory.file("data");
    const env = { STATUS_POLICY_FILE: directory.file("none.json") };
    const { code, err } = await salute(["migrate", "--data", data], { env });
    expect(code).toBe(1);
    expect(err).toContain("STATUS_POLICY_FILE");
    expect(err).toContain("there is no such file");
    expect(await Bun.file(`${data}/live.db`).exists()).toBe(false);
    directory.remove();
  });
});
