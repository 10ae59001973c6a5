import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  replicaUrl,
  restartWaitMs,
  versionIn,
} from "../../../../src/modules/operations/replication/rules.ts";
import { type Replication, readReplication } from "../../../../src/modules/operations/replication/state.ts";
import { readLogKey } from "../../../../src/modules/platform/key-files/index.ts";
import { parseCheckpoint, signCheckpoint } from "../../../../src/modules/transparency/signed-log/note.ts";
import { type Credentials, newIdempotencyKey } from "../../../harness/app/signing.ts";
import { brokenInvariants } from "../../../harness/checks/invariants.ts";
import { executable, ROOT } from "../../../harness/processes/build.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import {
  type Running,
  readFirstStart,
  type Server,
  start,
  startServer,
} from "../../../harness/processes/executable.ts";
import { credit, Load } from "../../../harness/processes/machines.ts";
import { missingPrograms, run } from "../../../harness/processes/programs.ts";
import { startS3 } from "../../../harness/servers/s3.ts";
import { chooseSeed, seededRandom } from "../../../harness/simulation/random.ts";
import { until } from "../../../harness/until.ts";

/** Real processes, on a machine that may be busy. */
setDefaultTimeout(180_000);

describe("rules of replication", () => {
  test("each database's replica lies below the URL's path, with the query kept", () => {
    expect(replicaUrl("file:///var/replica/", "live")).toBe("file:///var/replica/live");
    expect(replicaUrl("s3://bucket/salute?endpoint=http://127.0.0.1:9000", "log")).toBe(
      "s3://bucket/salute/log?endpoint=http://127.0.0.1:9000",
    );
  });

  test("the restart delay doubles up to a minute", () => {
    expect([1, 2, 3, 7, 50].map(restartWaitMs)).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  });

  test("the version is parsed from Litestream's output", () => {
    expect([versionIn("v0.5.17\n"), versionIn("0.6.0"), versionIn("(development build)")]).toEqual([
      "0.5.17",
      "0.6.0",
      null,
    ]);
  });
});

const isMissing = missingPrograms(["litestream"], "Replication by a real Litestream").length > 0;
const lacksStore = isMissing || missingPrograms(["versitygw"], "Replication to an S3 store").length > 0;

describe.skipIf(isMissing)("a real Litestream", () => {
  let dir: ReturnType<typeof scratch>;
  let server: Running | null;
  /** Litestream processes that tests started, to be ended afterwards. */
  let seen: Set<number>;
  const data = () => dir.file("data");
  const target = () => dir.file("restored");

  beforeEach(() => {
    dir = scratch();
    server = null;
    seen = new Set();
  });
  afterEach(async () => {
    server?.kill("SIGKILL");
    const pid = readReplication(data())?.pid;
    if (server !== null) await server.finished;
    if (pid !== undefined && pid !== null) seen.add(pid);
    for (const each of seen) if (isLitestream(each)) process.kill(each, "SIGKILL");
    dir.remove();
  });

  async function serve(env: Record<string, string>): Promise<Server> {
    const started = await startServer(data(), { env, cwd: ROOT });
    server = started;
    return started;
  }

  /** The state recorded by the server, once it meets a condition. */
  function stateOnce(isWanted: (state: Replication) => boolean): Promise<Replication> {
    return until(() => {
      const state = readReplication(data());
      if (state !== null && state.pid !== null) seen.add(state.pid);
      if (state !== null && isWanted(state)) return state;
      if (server?.child.exitCode !== null) throw new Error(`the server ended: ${server?.stderr}`);
      return null;
    });
  }

  async function logged(running: Running, words: string): Promise<void> {
    await until(() => {
      const isLogged = running.stderr.includes(words);
      if (!isLogged && running.child.exitCode !== null)
        throw new Error(`it ended without saying so: ${running.stderr}`);
      return isLogged;
    });
  }

  const inSync = ({ fault, replicas }: Replication) =>
    fault === null && replicas.length === 3 && replicas.every(({ last_sync_at }) => last_sync_at !== null);

  async function stop(): Promise<void> {
    server?.kill("SIGTERM");
    expect((await server?.finished)?.code).toBe(0);
    server = null;
  }

  /** Whether a process is a Litestream on the test's directory. */
  function isLitestream(pid: number): boolean {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return words.includes(join(data(), "litestream/litestream.yml"));
    } catch {
      return false;
    }
  }

  const salute = (args: string[], environment: Record<string, string> = {}) =>
    run([executable(), ...args], { environment, cwd: ROOT });

  function balances(directory: string): number[] {
    const client = new Database(join(directory, "live.db"), { readonly: true });
    try {
      return client
        .query("SELECT balance FROM users ORDER BY id")
        .all()
        .map((row) => (row as { balance: number }).balance);
    } finally {
      client.close();
    }
  }

  const statusOfCredit = async (server: { url: string }, key: Credentials, amount: number) =>
    (await credit(server.url, key, newIdempotencyKey(), amount)).status;

  test("replicates, is restarted when killed, sends the last commits at shutdown, and restores to a proved state", async () => {
    const env = { LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`, PATH: process.env.PATH ?? "" };
    const running = await serve(env);
    const { live } = await readFirstStart(running);
    expect(await statusOfCredit(running, live, 3)).toBe(200);
    const first = await stateOnce(inSync);
    expect(first.replicas.find(({ name }) => name === "live")?.txid).toBeGreaterThan(0);
    expect(existsSync(dir.file("replica/live"))).toBe(true);

    process.kill(first.pid ?? 0, "SIGKILL");
    const second = await stateOnce((state) => state.pid !== first.pid && state.pid !== null && inSync(state));
    expect(second.restarts).toBeGreaterThan(0);
    const doctor = await salute(["doctor", "--json", "--data", data()], env);
    expect(JSON.parse(doctor.stdout).findings).toContainEqual(
      expect.objectContaining({ name: "replication", level: "ok" }),
    );
    const status = (await (await fetch(`${running.url}/status.json`)).json()) as {
      checks: { backup: { observed: Record<string, number> } };
    };
    expect(status.checks.backup.observed.replica_last_txid).toBeGreaterThan(0);

    const drill = await salute(["jobs", "run", "restore_drill", "--data", data()], env);
    expect([drill.exitCode, drill.stdout.startsWith("restore_drill: ok: newest restored in")]).toEqual([
      0,
      true,
    ]);
    expect(await statusOfCredit(running, live, 4)).toBe(200);
    await stop();
    expect(isAlive(second.pid ?? 0)).toBe(false);

    const restored = await salute(["restore", "--data", target(), "--json"], env);
    expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
    expect(JSON.parse(restored.stdout).log_proved).toBe(true);
    expect(readdirSync(target()).sort()).toEqual(["live.db", "log.db", "sandbox.db"]);
    expect(balances(target())).toEqual([700]);
    expect(brokenInvariants(target())).toEqual([]);
    expect((await salute(["check", "--full", "--data", target()])).exitCode).toBe(0);
    for (const name of ["master.key", "log.key"]) cpSync(join(data(), name), join(target(), name));
    expect((await salute(["safe-mode", "off", "--data", target()])).exitCode).toBe(1);
    expect((await salute(["resume", "--data", target()])).exitCode).toBe(0);
    expect((await salute(["restore", "--data", target()], env)).stderr).toContain("is not empty");
  });

  test("is restored only where its log goes on from the newest note that is kept in it, or with --unsigned", async () => {
    const running = await serve(replica());
    await readFirstStart(running);
    await stateOnce(inSync);
    await stop();
    const notes = dir.file("replica/log-notes");
    const [name = ""] = readdirSync(notes);
    const checkpoint = parseCheckpoint(readFileSync(join(notes, name), "utf8"));
    const seed = readLogKey(join(data(), "log.key"));
    const restore = async (note: string, ...flags: string[]) => {
      writeFileSync(join(notes, name), note);
      rmSync(target(), { recursive: true, force: true });
      return salute(["restore", "--data", target(), ...flags], replica());
    };
    const later = signCheckpoint({ ...checkpoint, size: checkpoint.size + 1_000 }, seed);
    const forked = signCheckpoint({ ...checkpoint, root: new Uint8Array(32) }, seed);
    const foreign = signCheckpoint(checkpoint, new Uint8Array(32).fill(7));
    for (const [note, words] of [
      [later, "the origin of this replica is unproved"],
      [forked, "are not those of the note"],
      [foreign, "the origin of this replica is unproved"],
      ["no note", "the origin of this replica is unproved"],
    ] as const) {
      const refused = await restore(note);
      expect([refused.exitCode, refused.stderr.includes(words)]).toEqual([1, true]);
      expect(existsSync(join(target(), "live.db"))).toBe(false);
    }
    const taken = await restore(later, "--unsigned");
    expect([taken.exitCode, taken.stdout.includes("Its log is unproved by the newest note")]).toEqual([
      0,
      true,
    ]);
    const right = await restore(signCheckpoint(checkpoint, seed));
    expect([right.exitCode, right.stdout.includes("is proved by the newest note")]).toEqual([0, true]);
  });

  const replica = () => ({
    LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`,
    PATH: process.env.PATH ?? "",
  });

  test.skipIf(process.platform !== "linux")(
    "an orphan left by kill -9 of the server is stopped before the next server starts its own",
    async () => {
      const first = await serve(replica());
      const { live } = await readFirstStart(first);
      const left = (await stateOnce(({ pid }) => pid !== null)).pid ?? 0;
      first.kill("SIGKILL");
      await first.finished;
      expect(isLitestream(left)).toBe(true);

      const second = await serve(replica());
      const own = await stateOnce((state) => state.pid !== left && inSync(state));
      expect([isLitestream(left), isLitestream(own.pid ?? 0)]).toEqual([false, true]);
      await logged(second, "stopping an orphaned Litestream");
      expect(await statusOfCredit(second, live, 6)).toBe(200);
      await stop();
      expect((await salute(["restore", "--data", target()], replica())).exitCode).toBe(0);
      expect(balances(target())).toEqual([600]);
      expect((await salute(["check", "--full", "--data", target()])).exitCode).toBe(0);
    },
  );

  test("a reused pid is left alone", async () => {
    const other = start(["sleep", "600"]);
    try {
      mkdirSync(join(data(), "litestream"), { recursive: true });
      const before = { at: new Date().toISOString(), version: "0.5.17", pid: other.pid, server: 1 };
      writeFileSync(
        join(data(), "litestream/state.json"),
        JSON.stringify({ ...before, restarts: 0, fault: null, replicas: [] }),
      );
      await serve(replica());
      await stateOnce((state) => state.pid !== other.pid && state.pid !== null);
      expect(isAlive(other.pid)).toBe(true);
      await stop();
    } finally {
      other.kill("SIGKILL");
      await other.finished;
    }
  });

  test.skipIf(process.platform !== "linux")(
    "a second server on the directory is refused and does not touch the first one's Litestream",
    async () => {
      await serve(replica());
      const { pid } = await stateOnce((state) => state.pid !== null);
      await expect(serve(replica())).rejects.toThrow("Another server runs on");
      expect(isLitestream(pid ?? 0)).toBe(true);
      await stop();
    },
  );

  test("recovers from repeated kills under load, and the replica restores every acknowledged change", async () => {
    const running = await serve(replica());
    const { live } = await readFirstStart(running);
    const load = new Load(running.url, live);
    const random = seededRandom(chooseSeed());
    let killed = 0;
    for (let round = 0; round < 2; round++) {
      const { pid } = await stateOnce((state) => state.pid !== null && state.pid !== killed);
      await Bun.sleep(random() * 300);
      killed = pid ?? 0;
      process.kill(killed, "SIGKILL");
    }
    await stateOnce((state) => state.pid !== killed && inSync(state));
    await load.stop();
    await stop();
    expect((await salute(["restore", "--data", target()], replica())).exitCode).toBe(0);
    expect(balances(target())).toEqual([load.acknowledged.length * 100]);
    expect((await salute(["check", "--full", "--data", target()])).exitCode).toBe(0);
  });

  test("a removed executable does not affect the server, and replication resumes once it is back", async () => {
    const program = dir.file("litestream");
    const found = Bun.which("litestream") ?? "";
    symlinkSync(found, program);
    const running = await serve({ ...replica(), LITESTREAM_BIN: program });
    const { pid } = await stateOnce((state) => state.pid !== null);
    rmSync(program);
    process.kill(pid ?? 0, "SIGKILL");
    await stateOnce(({ fault }) => fault?.includes("there is no Litestream") === true);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    symlinkSync(found, program);
    await stateOnce((state) => state.pid !== pid && state.pid !== null);
    await stop();
  });

  test("restores the state at an earlier time", async () => {
    const env = { LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`, PATH: process.env.PATH ?? "" };
    const running = await serve(env);
    const { live } = await readFirstStart(running);
    expect(await statusOfCredit(running, live, 3)).toBe(200);
    const creditedAt = Date.now();
    const synced = await stateOnce(
      (state) =>
        inSync(state) &&
        state.replicas.every(({ last_sync_at }) => Date.parse(last_sync_at ?? "") > creditedAt + 1_500),
    );
    const between = synced.at;
    await stateOnce((state) => Date.parse(state.at) > Date.parse(between) + 1_500);
    expect(await statusOfCredit(running, live, 4)).toBe(200);
    await stop();
    const restored = await salute(["restore", "--at", between, "--data", target()], env);
    expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
    expect(balances(target())).toEqual([300]);
  });

  test("restore refuses a missing replica setting, an empty replica, an invalid time, and both kinds at once", async () => {
    const env = { LITESTREAM_REPLICA_URL: `file://${dir.file("nothing")}`, PATH: process.env.PATH ?? "" };
    const none = await salute(["restore", "--data", target()]);
    expect([none.exitCode, none.stderr.includes("LITESTREAM_REPLICA_URL")]).toEqual([2, true]);
    const missing = await salute(["restore", "--data", target()], env);
    expect([missing.exitCode, missing.stderr.startsWith("Litestream: ")]).toEqual([1, true]);
    expect(existsSync(target())).toBe(false);
    expect((await salute(["restore", "--at", "yesterday", "--data", target()], env)).exitCode).toBe(2);
    const both = await salute(
      ["restore", "--at", "2026-11-21T10:00:00Z", "--from", "x", "--data", target()],
      env,
    );
    expect(both.exitCode).toBe(2);
  });

  test("an outdated Litestream is not started and doctor reports it; the server works without it", async () => {
    mkdirSync(dir.file("bin"));
    writeFileSync(dir.file("bin/old"), "#!/bin/sh\necho v0.5.16\n", { mode: 0o755 });
    const env = {
      LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}`,
      LITESTREAM_BIN: dir.file("bin/old"),
    };
    const running = await serve(env);
    const state = await stateOnce(({ fault }) => fault?.includes("0.5.17 or newer is needed") === true);
    expect(state.pid).toBeNull();
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    await stop();
    expect(existsSync(dir.file("replica/live"))).toBe(false);
    expect(readFileSync(join(data(), "litestream/litestream.yml"), { encoding: "utf8", flag: "a+" })).toBe(
      "",
    );
  });

  test.skipIf(lacksStore)("a replica in a real S3 store restores to a proved state", async () => {
    const store = await startS3();
    try {
      const query = new URLSearchParams({
        endpoint: store.endpoint,
        region: "us-east-1",
        forcePathStyle: "true",
      });
      const env = {
        LITESTREAM_REPLICA_URL: `s3://${store.bucket}/salute?${query}`,
        LITESTREAM_ACCESS_KEY_ID: store.accessKeyId,
        LITESTREAM_SECRET_ACCESS_KEY: store.secretAccessKey,
        PATH: process.env.PATH ?? "",
      };
      const running = await serve(env);
      const { live } = await readFirstStart(running);
      expect(await statusOfCredit(running, live, 5)).toBe(200);
      await stateOnce(inSync);
      await stop();
      const restored = await salute(["restore", "--data", target()], env);
      expect([restored.exitCode, restored.stderr]).toEqual([0, ""]);
      expect(balances(target())).toEqual([500]);
      expect((await salute(["check", "--full", "--data", target()])).exitCode).toBe(0);
    } finally {
      await store.stop();
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
