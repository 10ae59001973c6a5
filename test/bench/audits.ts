import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildApp } from "../../src/app.ts";
import { parseConfig } from "../../src/compose/config.ts";
import { openServices } from "../../src/compose/open/services.ts";
import type { Services } from "../../src/compose/services.ts";
import { DAY_MS, systemClock } from "../../src/kit/clock.ts";
import { encodeBase58 } from "../../src/kit/formats/base58.ts";
import { createLogger } from "../../src/kit/process/log.ts";
import { findTokenId } from "../../src/modules/token/figures/index.ts";
import { dayBefore, runAudit } from "../../src/modules/transparency/audits/runs/index.ts";
import { AUDITS_PATH } from "../../src/modules/transparency/public-audits/paths.ts";
import { jobNamed } from "../harness/app/jobs.ts";
import { median } from "./load/load.ts";

/**
 * An audit run over a million movements: its duration, memory use, and the latency of concurrent durable writes. Then the
 * exports of a run with a million anomalies: duration, size and additional memory.
 * `bun run bench:audits [movements]`
 */

const [mode = "", directory = ""] = process.argv.slice(2);
const MOVEMENTS = Number(process.env.MOVEMENTS ?? 1_000_000);
const OWNERS = 200_000;
const MB = 1024 * 1024;

async function open(dataDir: string): Promise<Services> {
  const log = createLogger("error", false, (text) => process.stderr.write(text));
  return openServices(parseConfig({ DATA_DIR: dataDir }), { clock: systemClock, log });
}

/** Transfers during the previous day, with two account changes each. */
async function seed(dataDir: string): Promise<void> {
  const services = await open(dataDir);
  const signal = new AbortController().signal;
  for (const job of ["mint_authorities", "public_stats", "holder_cache"])
    await jobNamed(job).run(services, signal);
  const { live, token } = services;
  const tokenId = findTokenId(live.read, token?.source ?? "") ?? 0;
  const { from } = dayBefore(systemClock.now());
  const transactions = MOVEMENTS / 2;
  for (let owner = 0; owner < OWNERS; owner += 2_000)
    await live.writer.run((tx) => {
      for (let each = owner; each < owner + 2_000; each++)
        tx.run("INSERT INTO chain_addresses (id, address) VALUES (?, ?)", 1_000_000 + each, addressOf(each));
    }, "lasting");
  for (let first = 0; first < transactions; first += 1_000)
    await live.writer.run((tx) => {
      for (let number = first; number < first + 1_000; number++) {
        const at = from + Math.floor((number / transactions) * DAY_MS);
        const id = 10_000_000 + number;
        const slot = Math.floor(at / 400);
        tx.run(
          `INSERT INTO chain_transactions (id, token_id, signature, slot, block_time, token_delta, movements_version)
             VALUES (?, ?, ?, ?, ?, '1', 1)`,
          id,
          tokenId,
          `${(number * 7_919) % 1_000_003}x${number}${"s".repeat(70)}`,
          slot,
          Math.floor(at / 1_000) * 1_000,
        );
        const [payer, payee] = [(number * 31) % OWNERS, (number * 17 + 7) % OWNERS];
        // One in a hundred transfers 1 % of the supply.
        const amount = number % 100 === 0 ? 10_000_000n * 10n ** 9n : BigInt(number);
        const changes = [
          [payer, amount * 2n, amount],
          [payee === payer ? payee + 1 : payee, 0n, amount],
        ] as const;
        for (const [owner, pre, post] of changes)
          tx.run(
            `INSERT OR IGNORE INTO token_movements
               (transaction_id, account_id, token_id, slot, owner_pre_id, owner_post_id, pre, post)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            id,
            1_000_000 + owner,
            tokenId,
            slot,
            1_000_000 + owner,
            1_000_000 + owner,
            pre.toString(),
            post.toString(),
          );
      }
    }, "lasting");
  await services.close();
}

function addressOf(number: number): string {
  return encodeBase58(new Uint8Array(createHash("sha256").update(String(number)).digest()));
}

/** Latencies of durable writes, one every 5 ms, until `isOver`. */
async function writesWhile(services: Services, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    await services.live.writer.run((tx) =>
      tx.run("INSERT OR REPLACE INTO audit_thresholds (parameter, value) VALUES ('bench', ?)", waits.length),
    );
    waits.push(performance.now() - begun);
    await pause(5);
  }
  return waits.sort((a, b) => a - b);
}

function writesAlone(services: Services): Promise<number[]> {
  const started = performance.now();
  return writesWhile(services, () => performance.now() - started > ALONE_MS);
}

const ROUNDS = 3;
/** Before each run and after it. */
const ALONE_MS = 10_000;

/** Alternates writes alone and writes during a run, so that other load on the machine affects both equally. */
async function measure(dataDir: string): Promise<void> {
  const services = await open(dataDir);
  const window = dayBefore(systemClock.now());
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(services, window));
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  const waits = (pick: (round: Round) => number[]) =>
    `p50 ${ms(middle((each) => at(pick(each), 0.5)))}, p99 ${ms(middle((each) => at(pick(each), 0.99)))}`;
  console.log(`medians of ${ROUNDS} rounds: ${rounds.map(({ seconds }) => seconds.toFixed(1)).join(", ")} s`);
  console.log(`peak memory      ${Math.round(Math.max(...rounds.map(({ memory }) => memory)) / MB)} MB`);
  console.log(`writes alone     ${waits(({ alone }) => alone)}`);
  console.log(`writes during it ${waits(({ beside }) => beside)}`);
  const ratios = rounds.map(({ alone, beside }) => at(beside, 0.99) / at(alone, 0.99));
  console.log(`p99 during a run is ${median(ratios).toFixed(2)} times the p99 alone`);
  await services.close();
}

interface Round {
  seconds: number;
  /** Peak resident memory, bytes. */
  memory: number;
  /** Milliseconds, sorted. */
  alone: number[];
  beside: number[];
}

async function measureRound(services: Services, window: ReturnType<typeof dayBefore>): Promise<Round> {
  const { token } = services;
  if (token === null) throw new Error("no token");
  const before = await writesAlone(services);
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 20);
  let isDone = false;
  const begun = performance.now();
  const writing = writesWhile(services, () => isDone);
  const run = await runAudit(services, { token, window, signal: new AbortController().signal });
  isDone = true;
  const seconds = (performance.now() - begun) / 1_000;
  clearInterval(sampling);
  const beside = await writing;
  const alone = [...before, ...(await writesAlone(services))].sort((a, b) => a - b);
  console.log(
    `${run.coverage.movements} movements, ${run.rowsTotal} anomalies in ${seconds.toFixed(1)} s, ` +
      `${Math.round(memory / MB)} MB; p99 alone ${ms(at(alone, 0.99))}, during it ${ms(at(beside, 0.99))}, ` +
      `longest ${ms(beside.at(-1) ?? 0)}`,
  );
  return { seconds, memory, alone, beside };
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

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

if (mode === "seed") await seed(directory);
else if (mode === "measure") await measure(directory);
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
