import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type Credentials, signedPost } from "../harness/app/signing.ts";
import {
  readFirstStart,
  type Server,
  SLOW_MS,
  salute,
  scratch,
  startServer,
} from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(SLOW_MS);

let dir: ReturnType<typeof scratch>;
let server: Server;
let key: Credentials;

beforeEach(async () => {
  dir = scratch();
  server = await startServer(dir.data, { env: { METRICS_ALLOW_IP: "127.0.0.1" } });
  key = (await readFirstStart(server)).live;
});

afterEach(async () => {
  server.kill("SIGKILL");
  await server.finished;
  dir.remove();
});

const TARGET = "/api/salutes/credit";
const BODY = JSON.stringify({ user_id: "ext:demo-user", amount: 1, reason: "quest" });

const signedCredit = (idempotencyKey?: string) => signedPost(key, TARGET, { body: BODY, idempotencyKey });
const credit = (idempotencyKey?: string) => fetch(server.url + TARGET, signedCredit(idempotencyKey));

/** Blocks the server's writer, like a command's transaction. */
function holdWriter(): { release: () => void } {
  const db = new Database(join(dir.data, "live.db"));
  db.run("PRAGMA busy_timeout = 5000");
  db.run("BEGIN IMMEDIATE");
  return {
    release() {
      db.run("ROLLBACK");
      db.close();
    },
  };
}

/** Waits until the server's writer has this many changes before it. */
function waiting(changes: number): Promise<boolean> {
  const asked = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^salute_writer_waiting\{file="live"\} (\d+)$/m.exec(metrics)?.[1]) >= changes;
  };
  return until(asked);
}

/** Opens a connection and sends a text. */
async function send(text: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const sent = { socket, received: "" };
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    sent.received += String(chunk);
  });
  await new Promise((written) => socket.write(text, written));
  return sent;
}

/** Sends a part of a request, and waits until the server has read it: it reads what arrives in turn. */
async function sendPart(text: string) {
  const sent = await send(text);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  return sent;
}

const isRefused = () =>
  fetch(`${server.url}/healthz`).then(
    () => false,
    () => true,
  );

function entries(): number {
  const db = new Database(join(dir.data, "live.db"), { readonly: true });
  const { n } = db.query("SELECT count(*) AS n FROM ledger_entries").get() as { n: number };
  db.close();
  return n;
}

describe("SIGTERM and SIGINT", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s during requests: they are answered and committed, new ones refused, exit 0",
    async (signal) => {
      const writer = holdWriter();
      const answers = Promise.all(Array.from({ length: 20 }, () => credit()));
      await waiting(20);
      server.kill(signal);
      await until(isRefused);
      expect(server.child.exitCode).toBeNull();
      writer.release();
      expect((await answers).map((answer) => answer.status)).toEqual(Array(20).fill(200));
      const ended = await server.finished;
      expect([ended.code, ended.signal]).toEqual([0, null]);
      expect(ended.stderr).toContain('"message":"stopped"');
      expect(entries()).toBe(20);
    },
  );

  test("an unfinished upload is waited for", async () => {
    const headers = Object.entries(signedCredit("slow-body").headers).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const head = [`POST ${TARGET} HTTP/1.1`, "host: x", `content-length: ${BODY.length}`, ...headers, "", ""];
    const upload = await sendPart(head.join("\r\n") + BODY.slice(0, 10));
    server.kill("SIGTERM");
    await until(isRefused);
    upload.socket.write(BODY.slice(10));
    await until(() => upload.received.includes('"success"'));
    expect(upload.received).toStartWith("HTTP/1.1 200");
    expect((await server.finished).code).toBe(0);
    expect(entries()).toBe(1);
  });

  test("an idle keep-alive connection does not delay the stop", async () => {
    const idle = await send("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
    await until(() => idle.received.includes('"status"'));
    const startedAt = performance.now();
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test("unfinished requests are aborted after 10 s, with exit 0", async () => {
    await sendPart(`POST ${TARGET} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nnever`);
    const startedAt = performance.now();
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThan(8_000);
    expect(tookMs).toBeLessThan(15_000);
  });

  test("a later second signal ends the process immediately", async () => {
    const writer = holdWriter();
    const answer = credit().catch(() => null);
    await waiting(1);
    server.kill("SIGINT");
    await Bun.sleep(1_200);
    expect(server.child.exitCode).toBeNull();
    server.kill("SIGINT");
    expect((await server.finished).code).toBe(130);
    expect(await answer).toBeNull();
    writer.release();
  });

  test("two simultaneous signals count as one, as a terminal and npm both send Ctrl-C", async () => {
    server.kill("SIGINT");
    server.kill("SIGINT");
    server.kill("SIGTERM");
    expect((await server.finished).code).toBe(0);
  });

  test("the WAL is checkpointed: only the database files are left", async () => {
    expect((await credit()).status).toBe(200);
    server.kill("SIGTERM");
    await server.finished;
    expect(existsSync(join(dir.data, "live.db-wal"))).toBe(false);
    expect(entries()).toBe(1);
  });
});

describe("jobs run, beside the server", () => {
  // Waits for the overdue run of a first start.
  beforeEach(() => until(() => server.stderr.includes('"message":"job ended"')));

  test("runs in its own process and prints the result", async () => {
    const ran = await salute(["jobs", "run", "retention", "--data", dir.data]);
    expect([ran.code, ran.stdout]).toEqual([0, "retention: ok: nothing expired\n"]);
    const jobs = JSON.parse((await salute(["jobs", "list", "--json", "--data", dir.data])).stdout);
    const job = jobs.find(({ name }: { name: string }) => name === "retention");
    expect(job).toMatchObject({
      name: "retention",
      schedule: "17 3 * * *",
      last_run: { trigger: "command", status: "ok" },
    });
  });

  test("exits 1 if the job runs elsewhere, 2 for an unknown job", async () => {
    const db = new Database(join(dir.data, "live.db"));
    // The server may be committing.
    db.run("PRAGMA busy_timeout = 5000");
    db.run("INSERT INTO job_locks VALUES ('retention', 'elsewhere:1:x', ?)", [Date.now() + 60_000]);
    db.close();
    const locked = await salute(["jobs", "run", "retention", "--data", dir.data]);
    expect([locked.code, locked.stdout]).toEqual([
      1,
      "retention: locked: it is already running (elsewhere:1:x)\n",
    ]);
    const unknown = await salute(["jobs", "run", "nothing", "--data", dir.data]);
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      `there is no job nothing; see: salute jobs list --data ${dir.data}\n`,
    ]);
  });
});
