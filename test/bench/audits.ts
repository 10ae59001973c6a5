import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../../src/app.ts";
import { parseConfig } from "../../src/compose/config.ts";
import { openServices } from "../../src/compose/open/services.ts";
import type { Services } from "../../src/compose/services.ts";
import type { Actor } from "../../src/http/operation.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createLogger } from "../../src/kit/process/log.ts";
import { createKey, ensurePartner, SCOPES } from "../../src/modules/access/keys/index.ts";
import { createUser } from "../../src/modules/ledger/users/index.ts";
import { dayBefore, runAudit } from "../../src/modules/transparency/audits/runs/index.ts";
import { AUDITS_PATH } from "../../src/modules/transparency/public-audits/paths.ts";
import type { Credentials } from "../harness/app/signing.ts";
import { seedMovements } from "./load/audit-data.ts";
import { type LoadResult, median, runLoad } from "./load/load.ts";
import { CREDIT_BODY, signed } from "./load/requests.ts";

/**
 * An audit run over a million movements in a server under load: its duration, memory use, and the latency of concurrent
 * signed credits. Then the exports of a run with a million anomalies: duration, size and additional memory.
 * `bun run bench:audits [movements]`; CONNECTIONS sets the number of connections that send credits (64).
 */

const [mode = "", directory = ""] = process.argv.slice(2);
const MOVEMENTS = Number(process.env.MOVEMENTS ?? 1_000_000);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 64);
const MB = 1024 * 1024;

async function open(dataDir: string): Promise<Services> {
  const log = createLogger("error", false, (text) => process.stderr.write(text));
  return openServices(parseConfig({ DATA_DIR: dataDir, PARTNER_RATE_LIMIT_PER_MINUTE: "0" }), {
    clock: systemClock,
    log,
  });
}

/** A server in this process, and credits that another process signs and sends to it. */
interface ServerUnderLoad {
  services: Services;
  port: number;
  key: Credentials;
}

async function serve(dataDir: string): Promise<ServerUnderLoad> {
  const services = await open(dataDir);
  const settings = { scopes: SCOPES, allowedIps: [], domains: [] };
  const key = await services.live.writer.run((tx) => {
    createUser(tx, ensurePartner(tx, "bench"), { external_id: "demo-user" });
    return createKey(tx, BENCH, { keyring: services.keyring, partner: "bench", mode: "live", settings });
  });
  const app = buildApp(services);
  app.listen({
    port: 0,
    hostname: "127.0.0.1",
    reusePort: false,
    development: false,
    maxRequestBodySize: MB,
  });
  return { services, port: app.server?.port ?? 0, key };
}

const BENCH: Actor = { kind: "command", name: "bench" };
const ROUNDS = 3;
/** Before each run and after it. */
const ALONE_MS = 10_000;
const LONGEST_SECONDS = 600;

/** Sends credits until its input ends, then prints its result. */
async function sendCredits(port: number, key: Credentials): Promise<void> {
  let isOver = false;
  process.stdin.resume().once("end", () => {
    isOver = true;
  });
  const result = await runLoad({
    port,
    connections: CONNECTIONS,
    seconds: LONGEST_SECONDS,
    next: () => (isOver ? null : signed(key, "POST", "/api/salutes/credit", CREDIT_BODY)),
  });
  console.log(JSON.stringify(result));
}

/** The latencies of credits during some work. */
async function creditsWhile(
  { port, key }: ServerUnderLoad,
  work: () => Promise<unknown>,
): Promise<LoadResult> {
  const words = [process.execPath, import.meta.path, "send", JSON.stringify({ port, key })];
  const client = Bun.spawn(words, { env: process.env, stdio: ["pipe", "pipe", "inherit"] });
  await work();
  client.stdin.end();
  const result = JSON.parse(await new Response(client.stdout).text()) as LoadResult;
  const bad = Object.keys(result.statuses).filter((status) => status !== "200");
  if (bad.length > 0) throw new Error(`answers ${bad.join(", ")}`);
  return result;
}

/** A run by itself, then credits alone and credits during a run in turns, so that other load affects both equally. */
async function measure(dataDir: string): Promise<void> {
  const served = await serve(dataDir);
  const { seconds, memory } = await audited(served);
  console.log(`by itself: ${seconds.toFixed(1)} s, at most ${Math.round(memory / MB)} MB resident`);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(served));
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick)).toFixed(1);
  console.log(
    `medians of ${ROUNDS} rounds with ${CONNECTIONS} connections: ${middle((each) => each.seconds)} s; ` +
      `p99 of credits ${middle(({ alone }) => alone)} ms alone, ${middle(({ beside }) => beside)} ms during a run, ` +
      `${median(rounds.map(({ alone, beside }) => beside / alone)).toFixed(2)} times`,
  );
  process.exit(0);
}

/** Audits the previous day. @returns its duration, and the peak resident memory in bytes */
async function audited({ services }: ServerUnderLoad): Promise<{ seconds: number; memory: number }> {
  const { token } = services;
  if (token === null) throw new Error("no token");
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 20);
  const begun = performance.now();
  const window = dayBefore(systemClock.now());
  const run = await runAudit(services, { token, window, signal: new AbortController().signal });
  clearInterval(sampling);
  console.log(`${run.coverage.movements} movements, ${run.rowsTotal} anomalies`);
  return { seconds: (performance.now() - begun) / 1_000, memory };
}

interface Round {
  seconds: number;
  /** p99 of credits, milliseconds. */
  alone: number;
  beside: number;
}

async function measureRound(served: ServerUnderLoad): Promise<Round> {
  const before = await creditsWhile(served, () => pause(ALONE_MS));
  const run = audited(served);
  const beside = await creditsWhile(served, () => run);
  const { seconds } = await run;
  const after = await creditsWhile(served, () => pause(ALONE_MS));
  console.log(
    `${seconds.toFixed(1)} s; credits alone ${described(before)} and ${described(after)}, during it ${described(beside)}`,
  );
  return { seconds, alone: (before.p99_ms + after.p99_ms) / 2, beside: beside.p99_ms };
}

function described({ requests_per_second, p50_ms, p99_ms }: LoadResult): string {
  return `${requests_per_second}/s p50 ${ms(p50_ms)} p99 ${ms(p99_ms)}`;
}

const EXPORTED_ROWS = 1_000_000;

/** Duplicates the rows of the newest run, then reads its exports. */
async function exportRows(dataDir: string): Promise<void> {
  const services = await open(dataDir);
  const { live } = services;
  const { run, rows } = live.read.get<{ run: string; rows: number }>(
    "SELECT run, count(*) AS rows FROM audit_rows GROUP BY run ORDER BY run DESC LIMIT 1",
  ) ?? { run: "", rows: 1 };
  for (let copy = 1; copy * rows < EXPORTED_ROWS; copy++)
    await live.writer.run(
      (tx) =>
        tx.run(
          `INSERT INTO audit_rows SELECT run, position + ?1, printf('%016x', position + ?1), signature, slot, block_time,
           anomaly_type, severity, wallet, delta, abs_delta, details FROM audit_rows WHERE run = ?2 AND position < ?3`,
          copy * rows,
          run,
          rows,
        ),
      "lasting",
    );
  await live.writer.run((tx) =>
    tx.run(
      "UPDATE audit_runs SET rows_total = (SELECT count(*) FROM audit_rows WHERE run = ?1) WHERE run = ?1",
      run,
    ),
  );
  const app = buildApp(services);
  for (const path of ["export", "export.json"]) {
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const begun = performance.now();
    const response = await app.handle(new Request(`http://localhost${AUDITS_PATH}/${path}?run=${run}`));
    let [bytes, most] = [0, before];
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      most = Math.max(most, process.memoryUsage.rss());
    }
    const seconds = (performance.now() - begun) / 1_000;
    console.log(
      `${path.padEnd(12)} ${response.status}, ${(bytes / MB).toFixed(0)} MB in ${seconds.toFixed(1)} s, ` +
        `${Math.round(most / MB)} MB peak memory, ${Math.round((most - before) / MB)} MB more than before`,
    );
  }
  await services.close();
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

/** @param dataDir of a server that never ran */
async function seed(dataDir: string): Promise<void> {
  const services = await open(dataDir);
  await seedMovements(services, MOVEMENTS);
  await services.close();
}

if (mode === "seed") await seed(directory);
else if (mode === "send") {
  const { port, key } = JSON.parse(directory) as Pick<ServerUnderLoad, "port" | "key">;
  await sendCredits(port, key);
} else if (mode === "measure") await measure(directory);
else if (mode === "export") await exportRows(directory);
else {
  const scratch = mkdtempSync(join(tmpdir(), "salute-bench-"));
  const env = { ...process.env, MOVEMENTS: mode === "" ? "1000000" : mode };
  try {
    for (const step of ["seed", "measure", "export"]) {
      const child = Bun.spawn([process.execPath, import.meta.path, step, scratch], {
        env,
        stdio: ["ignore", "inherit", "inherit"],
      });
      if ((await child.exited) !== 0) throw new Error(`${step} failed`);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
