import { Database } from "bun:sqlite";
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasServer } from "../../src/db/directory-lock.ts";
import { type Credentials, sign } from "../harness/app/signing.ts";
import { scratch } from "../harness/processes/commands.ts";
import { replicaIn } from "../harness/processes/failover.ts";
import { missingPrograms } from "../harness/processes/programs.ts";
import { FROM_SOURCE, type ServerProcess, serve } from "../harness/processes/server-process.ts";
import { StrictLoad } from "../harness/processes/strict-load.ts";
import { startS3 } from "../harness/servers/s3.ts";
import { until } from "../harness/until.ts";

/** A new process takes the running server's place: no request is refused or lost (docs/operations.md). */

/** Timeout for separate processes on a loaded machine. */
setDefaultTimeout(120_000);

const ENVIRONMENT = { PARTNER_RATE_LIMIT_PER_MINUTE: "1000000" };
const pids = new Set<number>();
const places: ReturnType<typeof scratch>[] = [];

afterEach(async () => {
  for (const pid of pids) await end(pid);
  pids.clear();
  for (const place of places.splice(0)) place.remove();
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function end(pid: number): Promise<void> {
  if (!isRunning(pid)) return;
  process.kill(pid, "SIGTERM");
  await until(() => !isRunning(pid), 20_000);
}

async function served(
  flags: readonly string[] = [],
  replica: Record<string, string> = {},
  program?: readonly string[],
): Promise<ServerProcess & { key: Credentials; port: number }> {
  const server = await serve(program, { ...ENVIRONMENT, ...replica }, flags);
  pids.add(server.pid);
  const key = (await server.command("keys", "create", "--partner", "acme", "--mode", "live")) as Credentials;
  return { ...server, key, port: Number(new URL(server.url).port) };
}

/** A server with --env-file, and that file in a directory of its own. */
async function servedFrom(settings: string) {
  const place = scratch();
  places.push(place);
  const file = place.file("env");
  writeFileSync(file, settings);
  return { file, place, server: await served(["--env-file", file]) };
}

async function restart(server: ServerProcess): Promise<{ pid: number; held_ms: number }> {
  const outcome = (await server.command("restart")) as { pid: number; held_ms: number };
  pids.add(outcome.pid);
  return outcome;
}

async function createUser({ url, key }: { url: string; key: Credentials }): Promise<number> {
  const [target, body] = ["/api/partner/users", JSON.stringify({ external_id: "one" })];
  const headers = {
    ...sign(key, "POST", target, { body, nonce: "0".repeat(32), timestamp: Math.floor(Date.now() / 1_000) }),
    "content-type": "application/json",
    "idempotency-key": "the-first-user",
  };
  const answer = await fetch(url + target, { method: "POST", headers, body });
  const { user } = (await answer.json()) as { user: { id: number } };
  expect([answer.status, user.id]).toEqual([201, expect.any(Number)]);
  return user.id;
}

const lacksReplica =
  missingPrograms(["litestream", "versitygw"], "A restart of a replicated server").length > 0;

describe("salute restart", () => {
  test("under load over kept and new connections no request fails, and each acknowledged change is there", async () => {
    // From the sources, which start themselves in another way than the executable of the tests below.
    const server = await served([], {}, FROM_SOURCE);
    const userId = await createUser(server);
    const load = new StrictLoad({ ...server, userId }, { kept: 2, fresh: 2 });
    const first = await restart(server);
    const second = await restart(server);
    await load.stop();
    expect(load.faults).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(0);
    expect(new Set([server.pid, first.pid, second.pid]).size).toBe(3);
    expect(hasServer(server.dataDir)).toBe(true);
    const checked = (await server.command("check")) as { ok: boolean };
    expect(checked.ok).toBe(true);
  });

  test("a new process that refuses its settings leaves the old one serving, and the command says why", async () => {
    const { file, server } = await servedFrom("");
    writeFileSync(file, "MAX_BODY_BYTES=12\n");
    await expect(server.command("restart")).rejects.toThrow(/goes on as it was.*MAX_BODY_BYTES/s);
    expect(isRunning(server.pid)).toBe(true);
    await createUser(server);
  });

  test("a new process that fails when it is about to serve gives the directory back", async () => {
    const { file, place, server } = await servedFrom("");
    writeFileSync(file, `PID_FILE=${join(place.path, "missing", "pid")}\n`);
    await expect(server.command("restart")).rejects.toThrow(
      /goes on as it was.*PID_FILE \S+ cannot be written in \S+missing: the directory does not exist/s,
    );
    await createUser(server);
    expect(hasServer(server.dataDir)).toBe(true);
    writeFileSync(file, `PID_FILE=${place.file("pid")}\n`);
    const { pid } = await restart(server);
    expect(await Bun.file(place.file("pid")).text()).toBe(`${pid}\n`);
  });

  test("PORT and HOST that the file changes are refused, also after a restart and when it no longer names them", async () => {
    const { file, server } = await servedFrom("HOST=127.0.0.2\n");
    const refused =
      /goes on as it was.*PORT and HOST change only by a stop.*HOST=127.0.0.2.*now say HOST=127.0.0.1/s;
    for (const text of ["HOST=127.0.0.1\n", ""]) {
      writeFileSync(file, text);
      await expect(server.command("restart")).rejects.toThrow(refused);
    }
    writeFileSync(file, "HOST=127.0.0.2\n");
    const { pid } = await restart(server);
    writeFileSync(file, "");
    await expect(server.command("restart")).rejects.toThrow(refused);
    expect(isRunning(pid)).toBe(true);
    await createUser(server);
  });

  test("flags stand above a changed file: the restart keeps the port of --port", async () => {
    const { file, server } = await servedFrom("PORT=8080\n");
    writeFileSync(file, "PORT=8081\n");
    await restart(server);
    await restart(server);
    await createUser(server);
  });

  test("without a server it says so", async () => {
    const server = await served();
    await end(server.pid);
    await expect(server.command("restart")).rejects.toThrow("No server that can be restarted");
  });

  test.skipIf(lacksReplica)(
    "of a replicated server: the new one goes on with lease and replica, which has each acknowledged change",
    async () => {
      const s3 = await startS3();
      const place = scratch();
      places.push(place);
      try {
        const server = await served([], {
          ...replicaIn(s3, "salute"),
          LEASE_SECONDS: "5",
          LOG_LEVEL: "info",
        });
        const load = new StrictLoad({ ...server, userId: await createUser(server) }, { kept: 2, fresh: 2 });
        await restart(server);
        const { pid } = await restart(server);
        // Longer than the lease, which the last process has to renew.
        await Bun.sleep(7_000);
        await load.stop();
        expect(load.faults).toEqual([]);
        await until(async () => (await fetch(`${server.url}/leaderz`)).status === 200, 20_000);
        await end(pid);
        const target = place.file("restored");
        await server.command("restore", "--data", target);
        const restored = new Database(join(target, "live.db"), { readonly: true });
        const posted = restored.query("SELECT idempotency_key FROM ledger_entries").values().flat();
        restored.close();
        expect(load.acknowledged.filter((each) => !posted.includes(each))).toEqual([]);
      } finally {
        await s3.stop();
      }
    },
  );
});
