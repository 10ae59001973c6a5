import { afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "../../src/http/operation.ts";
import { listOperations } from "../contract/target.ts";
import { type Call, createCaller } from "../harness/app/caller.ts";
import { newIdempotencyKey } from "../harness/app/signing.ts";
import { brokenInvariants, ledgerByKey } from "../harness/checks/invariants.ts";
import {
  type FirstStart,
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  startServer,
} from "../harness/processes/executable.ts";
import { canMount, SmallDisk } from "../harness/processes/small-disk.ts";
import { until } from "../harness/until.ts";

const ENV = {
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_SHORT_LINKS_PER_MIN: "0",
  LOG_LEVEL: "warn",
  WEBHOOK_ALLOW_HTTP: "1",
  WEBHOOK_ALLOW_PRIVATE: "1",
};
const MIB = 2 ** 20;
/** Space for a backup plus its reserve of 64 MiB. */
const DISK_MIB = 160;

setDefaultTimeout(2 * SLOW_MS);

describe.skipIf(!canMount("A full and a read-only disk"))("a disk", () => {
  let disk: SmallDisk;
  let running: Server | null;
  let operations: Operation[];
  const data = () => join(disk.path, "data");

  beforeAll(async () => {
    operations = await listOperations();
  });

  beforeEach(() => {
    disk = new SmallDisk(DISK_MIB);
    running = null;
  });

  afterEach(async () => {
    running?.kill("SIGKILL");
    await running?.finished;
    disk.remove();
  });

  async function serve(): Promise<{ server: Server; call: Call }> {
    const server = await startServer(data(), { env: ENV });
    running = server;
    const call = createCaller({
      baseUrl: server.url,
      send: (request) => fetch(request),
      operations: () => operations,
      nowMs: () => Date.now(),
    });
    return { server, call };
  }

  async function stop(server: Server): Promise<void> {
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
    running = null;
  }

  const readiness = async (call: Call) => (await call("GET", "/readyz")).status;
  const run = (...args: string[]) => salute([...args, "--data", data()], { env: ENV });

  /** Credits the demo user continuously from several connections. @returns keys by outcome */
  function load(call: Call, { live, sandbox }: FirstStart) {
    const state = {
      isOver: false,
      acknowledged: new Set<string>(),
      refused: new Set<string>(),
      sandboxCredits: 0,
      others: new Set<string>(),
      done: Promise.resolve() as Promise<unknown>,
    };
    const connection = async (isSandbox: boolean) => {
      while (!state.isOver) {
        const idempotencyKey = newIdempotencyKey();
        const [target, user_id, key] = isSandbox
          ? ["/api/partner/sandbox/salutes/credit", "1", sandbox]
          : ["/api/salutes/credit", "ext:demo-user", live];
        const body = { user_id, amount: 1, reason: "disk" };
        const { status, json } = await call("POST", target, { key, body, idempotencyKey });
        if (status === 503 && json.error === "db_unavailable") state.refused.add(idempotencyKey);
        else if (status !== 200) state.others.add(`${status} ${json?.error}`);
        else if (isSandbox) state.sandboxCredits++;
        else state.acknowledged.add(idempotencyKey);
        await Bun.sleep(2);
      }
    };
    state.done = Promise.all([false, false, false, false, true].map(connection));
    // If a test fails, its server is killed while requests are in progress; their errors must not fail the next test.
    state.done.catch(() => null);
    return state;
  }

  test("that fills under load: changes are refused with 503, acknowledged ones are kept, and changes work again once there is space", async () => {
    const { server, call } = await serve();
    const keys = await readFirstStart(server);
    const delivered: string[] = [];
    const receiver = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        await request.text();
        delivered.push(request.headers.get("x-webhook-id") ?? "");
        return new Response();
      },
    });
    try {
      const webhook = { event_type: "salutes.credit", target_url: `http://127.0.0.1:${receiver.port}/` };
      const made = await call("POST", "/api/partner/webhooks", { key: keys.live, body: webhook });
      expect(made.status).toBe(201);
      const links = "/api/public/audio-share-links?track_url=/tracks/1&use_short=1";
      const { short } = (await call("GET", links)).json;
      const visit = async (visitor: number) => {
        const headers = { "user-agent": `Mozilla/5.0 Visitor/${visitor}` };
        return (await fetch(short.short_url, { redirect: "manual", headers })).status;
      };
      const traffic = load(call, keys);
      await until(() => traffic.acknowledged.size > 200 && traffic.sandboxCredits > 20);

      await until(async () => {
        disk.fill();
        return (await readiness(call)) === 503 && traffic.refused.size > 200;
      });
      expect(disk.freeBytes).toBe(0);
      for (let visitor = 0; visitor < 25; visitor++) expect(await visit(visitor)).toBe(302);
      const balance = "/api/salutes/balance?user_id=ext:demo-user";
      for (const target of ["/healthz", "/status", "/status.json", "/log/checkpoint"])
        expect([target, (await call("GET", target)).status]).toEqual([target, 200]);
      expect((await call("GET", balance, { key: keys.live })).status).toBe(200);
      expect((await run("backup", "run")).code).toBe(1);
      const snapshot = () => run("jobs", "run", "status_snapshot");
      let job = await snapshot();
      // The server may be running it.
      while (job.stdout.includes("it is already running")) job = await snapshot();
      // The log of changes keeps its file, and a checkpoint may have made room in it, for all of the job or a part.
      expect(`${job.code} ${job.stdout.trim()}`).toMatch(
        /^(1 status_snapshot: failed: (the database could not be written|its run could not be recorded)|0 status_snapshot: ok: overall (ok|warn|bad)(;.*)?)$/,
      );
      expect((await run("check")).code).toBe(0);
      const before = traffic.acknowledged.size;

      disk.empty();
      await until(async () => (await readiness(call)) === 200 && traffic.acknowledged.size > before + 50);
      traffic.isOver = true;
      await traffic.done;
      expect([...traffic.others]).toEqual([]);
      const ledger = ledgerByKey(data());
      expect([...traffic.acknowledged].filter((key) => ledger.get(key)?.length !== 1)).toEqual([]);
      expect([...traffic.refused].filter((key) => ledger.has(key))).toEqual([]);
      await until(() => new Set(delivered).size === ledger.size, SLOW_MS);
      const clicks = `/api/public/audio-share-links/expand?short_url=${encodeURIComponent(short.short_url)}`;
      await until(async () => (await call("GET", clicks)).json?.clicks?.human === 25);

      let backup = await run("backup", "run", "--json");
      // The server may be making the backup that failed.
      while (backup.stderr.startsWith("it is already running")) backup = await run("backup", "run", "--json");
      expect(backup).toMatchObject({ code: 0, stderr: "" });
      const { file } = JSON.parse(backup.stdout) as { file: string };
      const from = join(data(), "backups", file);
      const restored = join(disk.path, "restored");
      expect((await salute(["restore", "--from", from, "--data", restored])).code).toBe(0);
      expect((await salute(["check", "--full", "--data", restored])).code).toBe(0);
      expect(ledgerByKey(restored).size).toBe(ledger.size);
      await stop(server);
      expect(brokenInvariants(data())).toEqual([]);
      expect((await run("check", "--full")).code).toBe(0);
    } finally {
      receiver.stop(true);
    }
  });

  test("that is full at the start: it ends with a message; the next start with space creates missing files", async () => {
    disk.fill(512 * 1024);
    const refused = await run("serve", "--port", "0");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toBe(
      `${join(data(), "live.db")} cannot be opened: the disk is full. Free some space, or use a larger disk.\n`,
    );
    disk.empty();
    const first = await serve();
    const { live } = await readFirstStart(first.server);
    await stop(first.server);

    disk.fill();
    const again = await run("serve", "--port", "0");
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/live\.db cannot be opened: the disk .+ full/);
    disk.empty();
    const { server, call } = await serve();
    expect((await call("GET", "/api/partner/users", { key: live })).status).toBe(200);
    await stop(server);
    expect((await run("check", "--full")).code).toBe(0);
  });

  test("that is full at a partner's first sandbox request: 503 at every retry, without leaking open files", async () => {
    const { server, call } = await serve();
    const { sandbox } = await readFirstStart(server);
    const balance = "/api/partner/sandbox/salutes/balance?user_id=1";
    const openFiles = () => readdirSync(`/proc/${server.pid}/fd`).length;
    disk.fill();
    const before = openFiles();
    for (let attempt = 0; attempt < 60; attempt++)
      expect((await call("GET", balance, { key: sandbox })).json.error).toBe("db_unavailable");
    expect(openFiles()).toBeLessThan(before + 10);
    disk.empty();
    expect((await call("GET", balance, { key: sandbox })).status).toBe(200);
    await stop(server);
    expect((await run("check", "--full")).code).toBe(0);
  });

  test("without space for a backup or restore: a message, and nothing is left of the attempt", async () => {
    const { server } = await serve();
    await readFirstStart(server);
    const manifest = JSON.parse((await run("backup", "run", "--json")).stdout) as {
      id: string;
      file: string;
    };
    const kept = readdirSync(join(data(), "backups")).sort();
    expect(kept).toEqual([`${manifest.id}.json`, manifest.file]);

    disk.fill(40 * MIB);
    const refused = await run("backup", "run");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /a backup needs \d+ MiB, but the file system of .+ has (3\d|40) MiB free: free space, or lower BACKUP_KEEP_COUNT/,
    );
    expect(readdirSync(join(data(), "backups")).sort()).toEqual(kept);

    disk.fill(8 * MIB);
    const target = join(disk.path, "restored");
    const restore = () =>
      salute(["restore", "--from", join(data(), "backups", manifest.file), "--data", target]);
    const short = await restore();
    expect(short.code).toBe(1);
    expect(short.stderr).toMatch(
      /unpacking needs \d+ MiB, but the file system of .+ has [1-8] MiB free: free space\n$/,
    );
    expect(existsSync(target)).toBe(false);
    disk.empty();
    expect((await restore()).code).toBe(0);
    expect((await salute(["check", "--full", "--data", target])).code).toBe(0);
    await stop(server);
  });

  test("that is read-only at the start: it ends with a message, can be checked, and serves once it is writable", async () => {
    const first = await serve();
    const { live } = await readFirstStart(first.server);
    const user = { key: live, body: { external_id: "kept" } };
    expect((await first.call("POST", "/api/partner/users", user)).status).toBe(201);
    await stop(first.server);

    disk.remount("ro");
    const refused = await run("serve", "--port", "0");
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(
      /live\.db cannot be opened: .+ Check whether its disk is read-only, and who owns the directory\.\n$/,
    );
    expect((await run("check", "--full")).code).toBe(0);
    const nowhere = await salute(["serve", "--port", "0", "--data", join(disk.path, "new")]);
    expect(nowhere.code).toBe(1);
    expect(nowhere.stderr).toContain("cannot be created: the file system is read-only. Create it for");

    disk.remount("rw");
    const { server, call } = await serve();
    expect((await call("GET", "/api/partner/users", { key: live })).json.users).toHaveLength(2);
    await stop(server);
  });
});
