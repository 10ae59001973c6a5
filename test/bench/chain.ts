import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../harness/until.ts";
import { runLoad } from "./load/load.ts";
import { encode } from "./load/requests.ts";
import { processorSeconds } from "./processes/process.ts";
import { flag } from "./processes/servers.ts";

/**
 * Chain work at scale: a server reads all holders and transactions of a token with its jobs, within 200 MB of peak
 * resident memory. Then its cached public reads against a raw Bun.serve with the same bytes.
 * `bun run bench:chain [--transactions 1000000] [--holders 100000] [--binary dist/salute] [--seconds 4] [--rounds 3]`
 */
const holders = flag("--holders") ?? "100000";
const transactions = flag("--transactions") ?? "1000000";
const seconds = Number(flag("--seconds") ?? "4");
const rounds = Number(flag("--rounds") ?? "3");
const binary = flag("--binary");
const salute = binary === undefined ? ["bun", join(import.meta.dir, "../../src/main.ts")] : [binary];
const MAX_MB = 200;
const CONNECTIONS = 64;
const DEADLINE_MS = 3_600_000;

const directory = mkdtempSync(join(tmpdir(), "salute-bench-chain-"));
const started: Bun.Subprocess[] = [];

async function start(command: string[], options: { env?: Record<string, string>; stdin?: Blob } = {}) {
  const process = Bun.spawn(command, {
    stdout: "pipe",
    stderr: "inherit",
    stdin: options.stdin ?? "ignore",
    env: { ...Bun.env, XDG_CONFIG_HOME: directory, ...options.env },
  });
  started.push(process);
  return process;
}

async function printed(process: Bun.Subprocess<Blob | "ignore", "pipe", "inherit">, pattern: RegExp) {
  let text = "";
  const reader = process.stdout.getReader();
  while (true) {
    const match = pattern.exec(text);
    if (match !== null) break;
    const { done, value } = await reader.read();
    if (done) throw new Error(`it ended: ${text}`);
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return pattern.exec(text) ?? [];
}

/** Current and peak resident memory of a process, in megabytes. */
async function memory(pid: number): Promise<{ now: number; peak: number }> {
  const text = await Bun.file(`/proc/${pid}/status`).text();
  const of = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}; node, server and client on the same machine\n`,
  );
  const node = await start(["bun", join(import.meta.dir, "processes/chain-node.ts"), holders, transactions]);
  const [, nodePort = "", mint = ""] = await printed(node, /^(\d+) (\S+)$/m);
  const data = join(directory, "data");
  const env = {
    LOG_LEVEL: "warn",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    SOLANA_RPC_URLS: `http://127.0.0.1:${nodePort}`,
    TOKEN_MINT: mint,
    RPC_MAX_PER_SECOND: "10000",
  };
  const server = await start([...salute, "serve", "--port", "0", "--data", data], { env });
  const [, url = ""] = await printed(server, /^salute listens on (\S+)$/m);
  const beganAt = performance.now();
  const { now: idle } = await memory(server.pid);
  const counted = await whenThere(async () => {
    const answer = await fetch(`${url}/api/public-stats`);
    const { stats } = (await answer.json()) as { stats?: { holders_cached: number | null } };
    return stats?.holders_cached ?? null;
  });
  const afterScan = await memory(server.pid);
  const scanned = performance.now();
  console.log(
    `${counted} holders counted ${Math.round(scanned - beganAt)} ms after the start; ${idle} MB before, ${afterScan.peak} MB peak`,
  );
  // Jobs work 40 s of each minute; commands run the same job beside the server.
  await whenThere(async () => ((await stored(data)) >= Number(transactions) ? true : null));
  const took = (performance.now() - scanned) / 1000;
  const { now, peak } = await memory(server.pid);
  console.log(
    `${transactions} transactions synced in ${Math.round(took)} s (40 s of each minute); ${now} MB then, ${peak} MB peak (limit ${MAX_MB})`,
  );
  console.log(peak <= MAX_MB ? "within the limit\n" : "OVER THE LIMIT\n");
  await compareReads(url, server.pid);
  console.log(`\nresident after the load: ${(await memory(server.pid)).now} MB`);
} finally {
  for (const each of started) each.kill();
  await Promise.all(started.map((each) => each.exited));
  rmSync(directory, { recursive: true, force: true });
}

async function stored(data: string): Promise<number> {
  const { Database } = await import("bun:sqlite");
  const db = new Database(join(data, "live.db"), { readonly: true });
  const row = db.query("SELECT transactions FROM chain_tokens").get() as { transactions: number } | null;
  db.close();
  return row?.transactions ?? 0;
}

/** Waits for a value, asking seldom and again after a failure. */
function whenThere<Value>(look: () => Promise<Value | null>) {
  return until(() => look().catch(() => null), DEADLINE_MS, 200);
}

async function compareReads(url: string, pid: number): Promise<void> {
  const paths = ["/api/public-stats", "/api/transactions/latest", "/api/transactions/latest?limit=200"];
  const answers: Record<string, { body: string; headers: Record<string, string> }> = {};
  for (const path of paths) {
    const answer = await fetch(url + path);
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => name !== "content-length" && name !== "date"),
    );
    answers[path] = { body: await answer.text(), headers };
  }
  const raw = await start(["bun", join(import.meta.dir, "baselines/cached-server.ts")], {
    stdin: new Blob([JSON.stringify(answers)]),
  });
  const [, rawPort = ""] = await printed(raw, /^(\d+)$/m);
  const ports = { raw: Number(rawPort), ours: Number(new URL(url).port) };
  const pids = { raw: raw.pid, ours: pid };
  console.log(
    "| Work | raw /s | salute /s | ratio | target | by processor time | p99 ms |\n|---|---|---|---|---|---|---|",
  );
  for (const path of paths) {
    for (const tag of [false, true]) {
      // Each path has its own ETag, as ages in answers change.
      const etag = async (port: number) =>
        (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get("etag") ?? "";
      const rates = { raw: [] as number[], ours: [] as number[] };
      const costs = { raw: [] as number[], ours: [] as number[] };
      let p99 = 0;
      for (let round = 0; round < rounds; round++) {
        for (const side of ["raw", "ours"] as const) {
          const port = ports[side];
          const request = encode("GET", path, tag ? { "if-none-match": await etag(port) } : {});
          const before = processorSeconds(pids[side]);
          const result = await runLoad({ port, connections: CONNECTIONS, seconds, next: () => request });
          const used = processorSeconds(pids[side]) - before;
          rates[side].push(result.requests_per_second);
          costs[side].push(used / Object.values(result.statuses).reduce((sum, count) => sum + count, 0));
          if (side === "ours") p99 = Math.max(p99, result.p99_ms);
        }
      }
      const ratio = median(rates.ours) / median(rates.raw);
      const byProcessor = median(costs.raw) / median(costs.ours);
      console.log(
        `| GET ${path}${tag ? ", 304" : ""} | ${Math.round(median(rates.raw))} | ${Math.round(median(rates.ours))} | ${ratio.toFixed(2)} | 0.8 | ${byProcessor.toFixed(2)} | ${p99} |`,
      );
    }
  }
}
