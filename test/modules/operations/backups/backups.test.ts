import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../../../../src/compose/services.ts";
import { JobRunner } from "../../../../src/jobs/runner.ts";
import { DAY_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import {
  BackupDesk,
  BackupError,
  backupJob as backup,
  pruneBackups,
} from "../../../../src/modules/operations/backups/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { backUp, backups } from "./fixture.ts";

/** Each backup runs in a child process. */
setDefaultTimeout(120_000);

let world: World;
let runner: JobRunner<Services> | null;
let operator: Record<string, string>;
let viewer: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  runner = null;
  operator = { authorization: `Bearer ${(await makeOperator(world, "ops", "operator")).token}` };
  viewer = { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` };
});

afterEach(async () => {
  await runner?.stop(0);
  await world.close();
});

function startRunner(): void {
  runner = new JobRunner(world.services, [backup], () => ({ stop: () => undefined }));
  runner.start();
}

const post = (headers = operator) =>
  world.call("POST", "/admin/backup/run", { headers, nonce: null, idempotencyKey: null });
const get = (path: string, headers = viewer) => world.call("GET", path, { headers });

describe("POST /admin/backup/run", () => {
  test("makes a backup and answers its manifest, in safe mode too; list, page and id show it", async () => {
    startRunner();
    await world.services.live.writer.run((tx) =>
      tx.run(
        'INSERT INTO settings (name, value, updated_at) VALUES (\'safe_mode\', \'{"reason":"drill","since":0}\', 0)',
      ),
    );
    const { status, json } = await post();
    expect([status, json.success]).toEqual([200, true]);
    const { success: _, ...manifest } = json;
    expect(readdirSync(backups(world)).sort()).toEqual([`${manifest.id}.json`, manifest.file]);
    const list = await get("/admin/backups.json");
    expect(list.json).toMatchObject({ count: 1, backups: [manifest] });
    const one = await get(`/admin/backups/${manifest.id}`);
    expect(one.json).toMatchObject({ backup_id: manifest.id, status: "done", error: null, manifest });
    const browser = await signedIn(world, "ann", "viewer");
    const page = await browser.open("/admin/backups");
    expect([page.status, page.text.includes(manifest.id), page.text.includes("Run backup")]).toEqual([
      200,
      true,
      false,
    ]);
    const csv = await browser.open("/admin/backups?columns=backup,entries,copy,archive&format=csv");
    expect(csv.text).toBe(`backup,entries,copy,archive\r\n${manifest.id},0,none,owners only\r\n`);
  });

  test("409 while another process makes a backup", async () => {
    startRunner();
    const { clock, live } = world.services;
    await live.writer.run((tx) =>
      tx.run(
        "INSERT INTO job_locks (job, holder, expires_at) VALUES ('backup', 'elsewhere', ?)",
        clock.now() + MINUTE_MS,
      ),
    );
    const { status, json } = await post();
    expect([status, json.error]).toEqual([409, "state_conflict"]);
    expect(readdirSync(world.dataDir)).not.toContain("backups");
  });

  test("202 with the id after 55 s, under which the state can be read", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    runner = new JobRunner(
      world.services,
      [
        {
          ...backup,
          run: async (services, signal) => {
            const made = services.backups.make(signal);
            begin();
            await released;
            return (await made).id;
          },
        },
      ],
      () => ({ stop: () => undefined }),
    );
    runner.start();
    const browser = await signedIn(world, "ann", "operator");
    await browser.open("/admin/backups");
    const asked = post();
    await begun;
    const second = await browser.submit("/admin/backups");
    expect([second.status, second.text.includes("Wait for the backup in progress")]).toEqual([409, true]);
    world.clock.advance(55_000);
    const { status, json } = await asked;
    expect([status, json.status]).toEqual([202, "running"]);
    const state = await get(`/admin/backups/${json.backup_id}`);
    expect(["running", "done"]).toContain(state.json.status);
    release();
    await runner.stop(60_000);
    expect((await get(`/admin/backups/${json.backup_id}`)).json.status).toBe("done");
  });

  test("409 with the reason if the backup fails, which its state gives too", async () => {
    startRunner();
    const key = await world.createKey("acme");
    await world.createUser(key, "ann");
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = 5"));
    const { status, json } = await post();
    expect([status, json.error]).toEqual([409, "state_conflict"]);
    expect(json.message).toContain("ledger_balances");
    const id = world.services.backups.latest?.id ?? "";
    expect((await get(`/admin/backups/${id}`)).json).toMatchObject({
      status: "failed",
      error: expect.stringContaining("ledger_balances"),
      manifest: null,
    });
    const browser = await signedIn(world, "ann", "operator");
    expect((await browser.open("/admin/backups")).text).toContain("failed");
  });

  test("409 if the run could not even begin, not the backup before it", async () => {
    startRunner();
    expect((await post()).status).toBe(200);
    const detail = "its run could not be recorded";
    world.services.jobs.attach({
      fault: () => null,
      list: () => [],
      begin: async () => ({ status: "failed", detail }),
    });
    const { status, json } = await post();
    expect([status, json.error]).toEqual([409, "state_conflict"]);
    expect(json.message).toContain(detail);
  });

  test("503 without a running job runner; 403 for viewers and everyone else", async () => {
    world.services.jobs.detach();
    expect((await post()).status).toBe(503);
    expect((await post(viewer)).status).toBe(403);
    expect((await post({})).status).toBe(403);
    expect((await get("/admin/backups.json", {})).status).toBe(403);
    expect((await get("/admin/backups/b-1", {})).status).toBe(403);
    expect(readdirSync(world.dataDir)).not.toContain("backups");
  });
});

test("an unknown id and a path as id are 404; an unknown parameter is 400", async () => {
  for (const id of ["b-20260101T000000Z-0000", "..%2Fmaster.key", "%2e%2e"])
    expect((await get(`/admin/backups/${id}`)).status).toBe(404);
  expect((await get("/admin/backups.json?x=1")).status).toBe(400);
  expect((await get("/admin/backups/b-1?x=1")).status).toBe(400);
  expect(
    (
      await world.call("POST", "/admin/backup/run?x=1", {
        headers: operator,
        nonce: null,
        idempotencyKey: null,
      })
    ).status,
  ).toBe(400);
});

test("the page: an empty state, a button for operators, and 403 for a viewer who submits the form", async () => {
  const browser = await signedIn(world, "ann", "operator");
  const { text } = await browser.open("/admin/backups");
  expect(text).toContain("Backups will appear here.");
  world.services.jobs.detach();
  const early = await browser.submit("/admin/backups");
  expect(early.status).toBe(503);
  expect(early.text).not.toContain("Backup started.");
  startRunner();
  await browser.open("/admin/backups");
  expect((await browser.submit("/admin/backups")).status).toBe(303);
  await runner?.stop(60_000);
  expect((await get("/admin/backups.json")).json.count).toBe(1);
  const reader = await signedIn(world, "joe", "viewer");
  await reader.open("/admin/backups");
  expect((await reader.submit("/admin/backups")).status).toBe(403);
});

describe("retention", () => {
  /** Ids of daily backups, newest first. */
  async function makeDaily(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let day = 0; day < count; day++) {
      if (day > 0) world.clock.advance(DAY_MS);
      ids.unshift((await backUp(world)).id);
    }
    return ids;
  }
  const kept = () => world.services.backups.list().map(({ id }) => id);

  test("deletes the oldest backups beyond the count, archive and manifest", async () => {
    const ids = await makeDaily(4);
    expect(pruneBackups(backups(world), { count: 2, days: 30, now: world.clock.now() })).toEqual(
      ids.slice(2),
    );
    expect(kept()).toEqual(ids.slice(0, 2));
    expect(readdirSync(backups(world))).toHaveLength(4);
  });

  test("keeps the newest of several backups made in the same second, whatever their ids", async () => {
    const made: string[] = [];
    for (let count = 0; count < 6; count++) {
      made.unshift((await backUp(world)).id);
      world.clock.advance(1);
    }
    expect(kept()).toEqual(made);
    pruneBackups(backups(world), { count: 1, days: 30, now: world.clock.now() });
    expect(kept()).toEqual(made.slice(0, 1));
  });

  test("deletes unfinished backups of a crash, and keeps scratch files in use", async () => {
    const [id = ""] = await makeDaily(1);
    for (const name of [".b-20260101T000000Z-0000", ".verify-now"])
      mkdirSync(join(backups(world), name, "inside"), { recursive: true });
    pruneBackups(backups(world), { count: 14, days: 30, now: world.clock.now() });
    expect(readdirSync(backups(world)).sort()).toEqual([".verify-now", `${id}.json`, `${id}.tar.zst`]);
  });

  test("makes room by the count and of leftovers before a backup, which may fail for want of space", async () => {
    const ids = await makeDaily(3);
    mkdirSync(join(backups(world), ".b-20260101T000000Z-0000", "inside"), { recursive: true });
    const { live, clock, log, config } = world.services;
    let before: string[] = [];
    const full = new BackupDesk(backups(world), clock, () => {
      before = readdirSync(backups(world));
      throw new BackupError("no space");
    });
    world.clock.advance(90 * DAY_MS);
    const parts = { backups: full, live, clock, log, config: { ...config, backupKeepCount: 2 } };
    const outcome = await Promise.allSettled([backup.run(parts, new AbortController().signal, "schedule")]);
    expect(outcome).toMatchObject([{ status: "rejected", reason: { message: "no space" } }]);
    expect(kept()).toEqual(ids.slice(0, 2));
    expect(before).toHaveLength(4);
  });

  test("deletes an archive without a manifest after a day", async () => {
    await makeDaily(1);
    const half = join(backups(world), "b-20260101T000000Z-0000.tar.zst");
    writeFileSync(half, "");
    const later = Date.now() + 2 * DAY_MS;
    pruneBackups(backups(world), { count: 14, days: 30, now: Date.now() });
    expect(existsSync(half)).toBe(true);
    pruneBackups(backups(world), { count: 14, days: 30, now: later });
    expect(existsSync(half)).toBe(false);
    expect(kept()).toHaveLength(1);
  });

  test("deletes backups beyond the age limit, but never the newest", async () => {
    const ids = await makeDaily(3);
    expect(pruneBackups(backups(world), { count: 14, days: 1, now: world.clock.now() })).toEqual(
      ids.slice(2),
    );
    world.clock.advance(90 * DAY_MS);
    expect(pruneBackups(backups(world), { count: 14, days: 1, now: world.clock.now() })).toEqual(
      ids.slice(1, 2),
    );
    expect(kept()).toEqual(ids.slice(0, 1));
  });
});

describe("the archive of a backup", () => {
  test("is downloadable by owners, complete, and each download is audited", async () => {
    const manifest = await backUp(world);
    const path = `/admin/backups/${manifest.id}/download`;
    const owner = await signedIn(world, "boss", "owner");
    const page = await owner.open("/admin/backups");
    expect([page.text.includes(`href="${path}"`), page.text.includes("BACKUP_KEEP_COUNT")]).toEqual([
      true,
      true,
    ]);
    const { headers } = await owner.open(path);
    expect(headers.get("content-disposition")).toBe(`attachment; filename="${manifest.file}"`);
    expect(Number(headers.get("content-length") ?? manifest.bytes)).toBe(manifest.bytes);
    const trail = world.services.live.read.all<{ actor: string; subject: string }>(
      "SELECT actor, subject FROM audit_entries WHERE action = 'backup.download'",
    );
    expect(trail).toEqual([{ actor: "boss", subject: manifest.id }]);
    for (const headers of [viewer, operator]) expect((await get(path, headers)).status).toBe(403);
    expect((await owner.open("/admin/backups/b-1/download")).status).toBe(404);
  });
});
