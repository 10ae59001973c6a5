import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Services } from "../../../../src/compose/services.ts";
import { JobRunner } from "../../../../src/jobs/runner.ts";
import { accountName } from "../../../../src/kit/process/ownership.ts";
import { adjustKey } from "../../../../src/modules/access/keys/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import type { Job } from "../../../../src/modules/platform/jobs/index.ts";
import { makeOperator, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const entries = (action: string) => listAudit(world.services.live.read, 1_000, { action }).reverse();

async function tryPassword(name: string, address?: string): Promise<void> {
  const guest = visitor(world);
  await guest.open("/admin");
  await guest.submit(
    "/admin/sign-in",
    { name, password: "a wrong password" },
    address === undefined ? {} : { "x-forwarded-for": address },
  );
}

test("failed sign-ins are entries: names of operators only, and a limited number per address and day", async () => {
  await makeOperator(world, "ops", "operator");
  await tryPassword("ops");
  await tryPassword("my secret password");
  expect(entries("operator.sign_in_failed").map(({ actor_kind, subject }) => [actor_kind, subject])).toEqual([
    ["anonymous", "ops"],
    ["anonymous", "unknown"],
  ]);
  for (let each = 0; each < 20; each++) await tryPassword("ops");
  expect(entries("operator.sign_in_failed")).toHaveLength(10);
  world.clock.advance(24 * 3_600_000);
  await tryPassword("ops");
  expect(entries("operator.sign_in_failed")).toHaveLength(11);
});

test("runs are entries: asked-for ones, audited jobs, the first failure and the recovery, but not each run", async () => {
  let fails = false;
  const jobOf = (name: string, isAudited: boolean): Job<Services> => ({
    name,
    isAudited,
    schedule: "17 3 * * *",
    timeoutMs: 60_000,
    description: name,
    run: async () => {
      if (fails) throw new Error("the disk is full");
      return "done";
    },
  });
  const [plain, audited] = [jobOf("sweep", false), jobOf("copy", true)];
  const runner = new JobRunner(world.services, [plain, audited], () => ({ stop: () => {} }));
  await runner.run(plain, "schedule");
  await runner.run(plain, "operator ops");
  await runner.run(audited, "schedule");
  fails = true;
  for (let each = 0; each < 3; each++) await runner.run(plain, "schedule");
  fails = false;
  for (let each = 0; each < 2; each++) await runner.run(plain, "schedule");
  await runner.stop(0);
  const facts = entries("job.run").map(({ actor, details }) => [actor, details.trigger, details.status]);
  expect(facts).toEqual([
    ["sweep", "operator ops", "ok"],
    ["copy", "schedule", "ok"],
    ["sweep", "schedule", "failed"],
    ["sweep", "schedule", "ok"],
  ]);
});

test("a command's entry names the user of the operating system", async () => {
  const key = await world.createKey("acme");
  const done = await salute(["keys", "disable", key.key_id, "--data", world.dataDir]);
  expect([done.code, done.err]).toEqual([0, ""]);
  const [entry] = listAudit(world.services.live.read, 1);
  expect(entry).toMatchObject({ actor_kind: "command", actor: "keys disable", subject: key.key_id });
  expect(entry?.details.os_user).toStartWith(accountName());
});

test("a changed key's entry has the old values of what changed", async () => {
  const key = await world.createKey("acme", "live", { domains: ["acme.example"] });
  const actor = { kind: "operator", name: "ops", role: "owner", session: null } as const;
  await world.services.live.writer.run((tx) =>
    adjustKey(tx, actor, { keyId: key.key_id, rateLimitPerMinute: 120, domains: [] }),
  );
  expect(entries("key.set")[0]?.details).toEqual({
    rateLimitPerMinute: 120,
    domains: [],
    before: { rateLimitPerMinute: null, domains: ["acme.example"] },
  });
});
